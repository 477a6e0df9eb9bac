// One call in three languages, ready to paste. The key is read from the environment.
import { shellQuoted } from '@petstore/custom-domains/output';
import type { PageContext } from './layout.ts';
import type { Operation } from './openapi.ts';
import { bodyExamples, parameterExample } from './schema-view.ts';

export interface Sample {
  readonly language: 'curl' | 'JavaScript' | 'Python';
  readonly code: string;
}

type Server = Pick<PageContext, 'api' | 'baseUrl' | 'authorityFile'>;

interface Call {
  readonly method: string;
  readonly url: string;
  readonly body?: string;
  readonly authorityFile?: string;
}

export function samples(server: Server, operation: Operation): Sample[] {
  const call = exampleCall(server, operation);
  return [
    { language: 'curl', code: curl(call) },
    { language: 'JavaScript', code: javascript(call) },
    { language: 'Python', code: python(call) },
  ];
}

/** The options of every curl command for this server. */
export function curlOptions(authorityFile: string | undefined): string[] {
  return authorityFile === undefined ? [] : [`--cacert ${shellQuoted(authorityFile)}`];
}

/** The operation with its examples filled in: required parameters, and query parameters that have one. */
function exampleCall({ api, baseUrl, authorityFile }: Server, operation: Operation): Call {
  const { method, parameters, body } = operation;
  const query = parameters
    .filter((parameter) => parameter.in === 'query' && parameter.example !== undefined)
    .map((parameter) => `${parameter.name}=${encodeURIComponent(String(parameter.example))}`)
    .join('&');
  const [example] = body ? bodyExamples(api, body.media) : [];
  const url = `${baseUrl}${examplePath(operation)}${query && `?${query}`}`;
  return { method, url, body: example?.text, authorityFile };
}

function examplePath({ path, parameters }: Operation): string {
  return path.replace(/\{(\w+)\}/g, (whole, name: string) => {
    const parameter = parameters.find((candidate) => candidate.name === name);
    return (parameter && parameterExample(parameter)) ?? whole;
  });
}

/** The key is no argument, as other users of the machine can read those. */
const AUTHORIZED_CURL = 'echo "Authorization: Bearer $PETSTORE_KEY" | curl -H @-';

function curl({ method, url, body, authorityFile }: Call): string {
  const sent = (json: string) => ["-H 'Content-Type: application/json'", `-d ${shellQuoted(oneLine(json))}`];
  return [
    `${AUTHORIZED_CURL} ${method === 'GET' ? '' : `-X ${method} `}${shellQuoted(url)}`,
    ...curlOptions(authorityFile),
    ...(body === undefined ? [] : sent(body)),
  ].join(' \\\n  ');
}

function javascript({ method, url, body, authorityFile }: Call): string {
  const authorization = "Authorization: 'Bearer ' + process.env.PETSTORE_KEY";
  return lines(
    // Node reads the variable once, when it starts.
    authorityFile && `// Start Node with NODE_EXTRA_CA_CERTS=${shellQuoted(authorityFile)}\n// ${RESOLVING}`,
    `const response = await fetch('${url}', {`,
    method !== 'GET' && `  method: '${method}',`,
    body === undefined
      ? `  headers: { ${authorization} },`
      : `  headers: {\n    ${authorization},\n    'Content-Type': 'application/json',\n  },`,
    body && `  body: JSON.stringify(${oneLine(body)}),`,
    '});',
    'const body = await response.json();',
    "if (!response.ok) throw new Error(body.code + ': ' + body.message);",
    'console.log(body);',
  );
}

function python({ method, url, body, authorityFile }: Call): string {
  const authorization = '"Authorization": f"Bearer {os.environ[\'PETSTORE_KEY\']}"';
  return lines(
    `import json, os, ${authorityFile ? 'ssl, ' : ''}urllib.error, urllib.request\n`,
    authorityFile &&
      `# ${RESOLVING}\ncontext = ssl.create_default_context(cafile=${JSON.stringify(authorityFile)})`,
    'request = urllib.request.Request(',
    `    "${url}",`,
    method !== 'GET' && `    method="${method}",`,
    body && `    data=json.dumps(${pythonLiteral(oneLine(body))}).encode(),`,
    body === undefined
      ? `    headers={${authorization}},`
      : `    headers={\n        ${authorization},\n        "Content-Type": "application/json",\n    },`,
    ')',
    'try:',
    `    with urllib.request.urlopen(request${authorityFile ? ', context=context' : ''}) as response:`,
    '        print(json.load(response))',
    'except urllib.error.HTTPError as error:',
    '    body = json.load(error)',
    '    raise SystemExit(body["code"] + ": " + body["message"])',
  );
}

/** Without those that the call does not need. */
function lines(...texts: readonly (string | false | undefined)[]): string {
  return texts.filter((text) => typeof text === 'string').join('\n');
}

/** JSON's strings and numbers are Python's too; its three words are not. The numbers stay exact. */
function pythonLiteral(json: string): string {
  const words: Readonly<Record<string, string>> = { true: 'True', false: 'False', null: 'None' };
  return json.replace(/"(?:[^"\\]|\\.)*"|true|false|null/g, (token) => words[token] ?? token);
}

/** `{ "name": "Rex" }`: JSON is a JavaScript literal. */
function oneLine(json: string): string {
  return json.replace(/\s*\n\s*/g, ' ');
}

/** curl and browsers resolve `*.localhost` themselves (RFC 6761 6.3); other clients ask the system, which may not. */
const RESOLVING = 'Where your system does not resolve *.localhost: add "127.0.0.1 HOST" to its hosts file';
