// Platforms that give a name to whoever asks for it, and how each one answers for a name that nobody has.
// From "Can I take over XYZ?" (EdOverflow/can-i-take-over-xyz, fingerprints.json, CC BY 4.0), commit 5bd4e128
// of 2025-02-08, read on 2026-11-22: the entries that are "Vulnerable" or an
// "Edge case", whose names are known, and whose answer is a text of their own or NXDOMAIN. Entries with a bare HTTP status
// are left out: it is not evidence. Of "Not vulnerable" ones, AWS's, so that a finding can say so.

import { isBelow } from '../names/dns-name.ts';

export interface Platform {
  readonly title: string;
  /** What the names that hosts point to are below, or a pattern of these names. */
  readonly names: readonly (string | RegExp)[];
  /** What the platform answers where nobody has the name: NXDOMAIN, or a text in the body of a web page. */
  readonly absent: 'nxdomain' | RegExp;
  /** The status in the table. `edge-case`: it depends on what the platform checks, in `condition`. */
  readonly status: 'vulnerable' | 'edge-case' | 'not-vulnerable';
  readonly condition?: string;
  /** Where the entry is discussed; absent: the table only. */
  readonly discussion?: string;
}

/** `number`: of the issue in which the entry is discussed. */
const platform = (
  title: string,
  names: Platform['names'],
  absent: Platform['absent'],
  status: Platform['status'],
  number?: number,
  condition?: string,
): Platform => ({
  title,
  names,
  absent,
  status,
  condition,
  discussion:
    number === undefined ? undefined : `https://github.com/EdOverflow/can-i-take-over-xyz/issues/${number}`,
});

/** Directly below the first: names with a region have a part that Azure chooses ("unique default hostname"). */
const AZURE = [
  /^[^.]+\.azurewebsites\.net$/,
  ...['cloudapp.net', 'cloudapp.azure.com', 'blob.core.windows.net', 'azure-api.net'],
  ...['azurehdinsight.net', 'azureedge.net', 'azurecontainer.io', 'database.windows.net'],
  ...['azuredatalakestore.net', 'search.windows.net', 'azurecr.io', 'redis.cache.windows.net'],
  ...['servicebus.windows.net', 'visualstudio.com'],
];

/** The table has `s3.amazonaws.com`; regions have names of their own (AWS General Reference, "Amazon S3 endpoints"). */
const S3 = ['s3.amazonaws.com', /\.s3(-website)?[-.][a-z0-9-]+\.amazonaws\.com$/];
/** `NAME.REGION` is chosen by its owner; `NAME.eba-….REGION` is not (issue 194). */
const BEANSTALK = [/^[^.]+\.[a-z]{2}(-[a-z]+)+-\d\.elasticbeanstalk\.com$/];
const CLOUDFRONT =
  'CloudFront gives out its names by itself, and gives the host to a distribution only with a certificate for it';
const BALANCER = 'Elastic Load Balancing ends its names with a number that nobody can choose';
const GITHUB = 'anybody can, unless the domain is verified at GitHub';
const HEROKU = 'it depends on whether Heroku gives the same DNS target to another app';
const NETLIFY = 'anybody can, unless the domain is in the DNS of a Netlify team already';
const HEROKU_NAMES = ['herokuapp.com', 'herokudns.com', 'herokussl.com'];
const GHOST = /Site unavailable\.|Failed to resolve DNS path for this host/;
const HELP_SCOUT = /No settings were found for this company:/;
const WORDPRESS = /Do you want to register .*\.wordpress\.com\?/;

const PLATFORMS: readonly Platform[] = [
  platform('Amazon S3', S3, /The specified bucket does not exist/, 'vulnerable', 36),
  platform('AWS Elastic Beanstalk', BEANSTALK, 'nxdomain', 'vulnerable', 194),
  platform('Amazon CloudFront', ['cloudfront.net'], 'nxdomain', 'not-vulnerable', 29, CLOUDFRONT),
  platform('AWS Elastic Load Balancing', ['elb.amazonaws.com'], 'nxdomain', 'not-vulnerable', 137, BALANCER),
  platform('Microsoft Azure', AZURE, 'nxdomain', 'vulnerable', 35),
  platform('GitHub Pages', ['github.io'], /There isn't a GitHub Pages site here\./, 'edge-case', 37, GITHUB),
  platform('Heroku', HEROKU_NAMES, /No such app/, 'edge-case', 38, HEROKU),
  platform('Netlify', ['netlify.app', 'netlify.com'], /Not Found - Request ID:/, 'edge-case', 40, NETLIFY),
  platform('Bitbucket', ['bitbucket.io'], /Repository not found/, 'vulnerable', 97),
  platform('Ghost', ['ghost.io'], GHOST, 'vulnerable', 89),
  platform('Help Scout', ['helpscoutdocs.com'], HELP_SCOUT, 'vulnerable'),
  platform('ngrok', ['ngrok.io'], /Tunnel .*\.ngrok\.io not found/, 'vulnerable', 92),
  platform('Surge', ['na-west1.surge.sh'], /project not found/, 'vulnerable', 198),
  platform('WordPress.com', ['wordpress.com'], WORDPRESS, 'vulnerable'),
];

export function platformOf(name: string): Platform | undefined {
  return PLATFORMS.find(({ names }) =>
    names.some((one) => (typeof one === 'string' ? isBelow(name, one) : one.test(name))),
  );
}
