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

function curl({ method, url, body, authorityFile }: Call): string {
  const lines = [
    method === 'GET' ? `curl ${shellQuoted(url)}` : `curl -X ${method} ${shellQuoted(url)}`,
    ...curlOptions(authorityFile),
    '-H "Authorization: Bearer $PETSTORE_KEY"',
    ...(body === undefined
      ? []
      : ["-H 'Content-Type: application/json'", `-d ${shellQuoted(oneLine(body))}`]),
  ];
  return lines.join(' \\\n  ');
}

function javascript({ method, url, body, authorityFile }: Call): string {
  const authorization = "Authorization: 'Bearer ' + process.env.PETSTORE_KEY";
  const options = [
    ...(method === 'GET' ? [] : [`  method: '${method}',`]),
    body === undefined
      ? `  headers: { ${authorization} },`
      : `  headers: {\n    ${authorization},\n    'Content-Type': 'application/json',\n  },`,
    ...(body === undefined ? [] : [`  body: JSON.stringify(${oneLine(body)}),`]),
  ];
  return [
    ...nodeNotes(authorityFile),
    `const response = await fetch('${url}', {`,
    ...options,
    '});',
    'const body = await response.json();',
    "if (!response.ok) throw new Error(body.code + ': ' + body.message);",
    'console.log(body);',
  ].join('\n');
}

function python({ method, url, body, authorityFile }: Call): string {
  const headers =
    body === undefined
      ? ['    headers={"Authorization": f"Bearer {os.environ[\'PETSTORE_KEY\']}"},']
      : [
          `    data=json.dumps(${pythonLiteral(oneLine(body))}).encode(),`,
          '    headers={',
          '        "Authorization": f"Bearer {os.environ[\'PETSTORE_KEY\']}",',
          '        "Content-Type": "application/json",',
          '    },',
        ];
  const trusts = authorityFile !== undefined;
  return [
    `import json, os, ${trusts ? 'ssl, ' : ''}urllib.error, urllib.request`,
    '',
    ...(trusts
      ? [`# ${RESOLVING}`, `context = ssl.create_default_context(cafile=${JSON.stringify(authorityFile)})`]
      : []),
    'request = urllib.request.Request(',
    `    "${url}",`,
    ...(method === 'GET' ? [] : [`    method="${method}",`]),
    ...headers,
    ')',
    'try:',
    `    with urllib.request.urlopen(request${trusts ? ', context=context' : ''}) as response:`,
    '        print(json.load(response))',
    'except urllib.error.HTTPError as error:',
    '    body = json.load(error)',
    '    raise SystemExit(body["code"] + ": " + body["message"])',
  ].join('\n');
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

/** `authorityFile`: as in PageContext. Node reads the variable once, when it starts. */
function nodeNotes(authorityFile: string | undefined): string[] {
  if (authorityFile === undefined) return [];
  return [`// Start Node with NODE_EXTRA_CA_CERTS=${shellQuoted(authorityFile)}`, `// ${RESOLVING}`];
}
