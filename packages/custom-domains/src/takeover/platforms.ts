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
  readonly absent: 'nxdomain' | { readonly text: RegExp };
  /** The status in the table. `edge-case`: it depends on what the platform checks, in `condition`. */
  readonly status: 'vulnerable' | 'edge-case' | 'not-vulnerable';
  readonly condition?: string;
  /** Where the entry is discussed; absent: the table only. */
  readonly discussion?: string;
}

const issue = (number: number) => `https://github.com/EdOverflow/can-i-take-over-xyz/issues/${number}`;

export const PLATFORMS: readonly Platform[] = [
  {
    title: 'Amazon S3',
    // The table has `s3.amazonaws.com`; regions have names of their own (AWS General Reference, "Amazon S3 endpoints").
    names: ['s3.amazonaws.com', /\.s3(-website)?[-.][a-z0-9-]+\.amazonaws\.com$/],
    absent: { text: /The specified bucket does not exist/ },
    status: 'vulnerable',
    discussion: issue(36),
  },
  {
    title: 'AWS Elastic Beanstalk',
    // `NAME.REGION` is chosen by its owner; `NAME.eba-….REGION` is not (issue 194).
    names: [/^[^.]+\.[a-z]{2}(-[a-z]+)+-\d\.elasticbeanstalk\.com$/],
    absent: 'nxdomain',
    status: 'vulnerable',
    discussion: issue(194),
  },
  {
    title: 'Amazon CloudFront',
    names: ['cloudfront.net'],
    absent: 'nxdomain',
    status: 'not-vulnerable',
    condition:
      'CloudFront gives out its names by itself, and gives the host to a distribution only with a certificate for it',
    discussion: issue(29),
  },
  {
    title: 'AWS Elastic Load Balancing',
    names: ['elb.amazonaws.com'],
    absent: 'nxdomain',
    status: 'not-vulnerable',
    condition: 'Elastic Load Balancing ends its names with a number that nobody can choose',
    discussion: issue(137),
  },
  {
    title: 'Microsoft Azure',
    names: [
      // Directly below: names with a region have a part that Azure chooses ("unique default hostname").
      /^[^.]+\.azurewebsites\.net$/,
      ...['cloudapp.net', 'cloudapp.azure.com', 'blob.core.windows.net', 'azure-api.net'],
      ...['azurehdinsight.net', 'azureedge.net', 'azurecontainer.io', 'database.windows.net'],
      ...['azuredatalakestore.net', 'search.windows.net', 'azurecr.io', 'redis.cache.windows.net'],
      ...['servicebus.windows.net', 'visualstudio.com'],
    ],
    absent: 'nxdomain',
    status: 'vulnerable',
    discussion: issue(35),
  },
  {
    title: 'GitHub Pages',
    names: ['github.io'],
    absent: { text: /There isn't a GitHub Pages site here\./ },
    status: 'edge-case',
    condition: 'anybody can, unless the domain is verified at GitHub',
    discussion: issue(37),
  },
  {
    title: 'Heroku',
    names: ['herokuapp.com', 'herokudns.com', 'herokussl.com'],
    absent: { text: /No such app/ },
    status: 'edge-case',
    condition: 'it depends on whether Heroku gives the same DNS target to another app',
    discussion: issue(38),
  },
  {
    title: 'Netlify',
    names: ['netlify.app', 'netlify.com'],
    absent: { text: /Not Found - Request ID:/ },
    status: 'edge-case',
    condition: 'anybody can, unless the domain is in the DNS of a Netlify team already',
    discussion: issue(40),
  },
  {
    title: 'Bitbucket',
    names: ['bitbucket.io'],
    absent: { text: /Repository not found/ },
    status: 'vulnerable',
    discussion: issue(97),
  },
  {
    title: 'Ghost',
    names: ['ghost.io'],
    absent: { text: /Site unavailable\.|Failed to resolve DNS path for this host/ },
    status: 'vulnerable',
    discussion: issue(89),
  },
  {
    title: 'Help Scout',
    names: ['helpscoutdocs.com'],
    absent: { text: /No settings were found for this company:/ },
    status: 'vulnerable',
  },
  {
    title: 'ngrok',
    names: ['ngrok.io'],
    absent: { text: /Tunnel .*\.ngrok\.io not found/ },
    status: 'vulnerable',
    discussion: issue(92),
  },
  {
    title: 'Surge',
    names: ['na-west1.surge.sh'],
    absent: { text: /project not found/ },
    status: 'vulnerable',
    discussion: issue(198),
  },
  {
    title: 'WordPress.com',
    names: ['wordpress.com'],
    absent: { text: /Do you want to register .*\.wordpress\.com\?/ },
    status: 'vulnerable',
  },
];

/** The platform that a name belongs to. */
export function platformOf(name: string): Platform | undefined {
  return PLATFORMS.find(({ names }) =>
    names.some((one) => (typeof one === 'string' ? isBelow(name, one) : one.test(name))),
  );
}
