// One call in three languages, ready to paste. The key is read from the environment.
import { bodyExamples, parameterExample } from './examples.ts';
import type { Api, Operation } from './openapi.ts';

export interface Sample {
  readonly language: 'curl' | 'JavaScript' | 'Python';
  readonly code: string;
}

interface Call {
  readonly method: string;
  readonly url: string;
  readonly body?: string;
}

export function samples(api: Api, operation: Operation, baseUrl: string): Sample[] {
  const call = exampleCall(api, operation, baseUrl);
  return [
    { language: 'curl', code: curl(call) },
    { language: 'JavaScript', code: javascript(call) },
    { language: 'Python', code: python(call) },
  ];
}

/** The operation with its examples filled in: required parameters, and query parameters that have one. */
function exampleCall(api: Api, { method, path, parameters, body }: Operation, baseUrl: string): Call {
  const filled = path.replace(/\{(\w+)\}/g, (whole, name: string) => {
    const parameter = parameters.find((candidate) => candidate.name === name);
    return (parameter && parameterExample(parameter)) ?? whole;
  });
  const query = parameters
    .filter((parameter) => parameter.in === 'query' && parameter.example !== undefined)
    .map((parameter) => `${parameter.name}=${encodeURIComponent(String(parameter.example))}`)
    .join('&');
  const [example] = body ? bodyExamples(api, body.media) : [];
  return { method, url: `${baseUrl}${filled}${query && `?${query}`}`, body: example?.text };
}

function curl({ method, url, body }: Call): string {
  const lines = [
    method === 'GET' ? `curl '${url}'` : `curl -X ${method} '${url}'`,
    '-H "Authorization: Bearer $PETSTORE_KEY"',
    ...(body === undefined
      ? []
      : ["-H 'Content-Type: application/json'", `-d '${oneLine(body).replaceAll("'", "'\\''")}'`]),
  ];
  return lines.join(' \\\n  ');
}

function javascript({ method, url, body }: Call): string {
  const authorization = "Authorization: 'Bearer ' + process.env.PETSTORE_KEY";
  const options = [
    ...(method === 'GET' ? [] : [`  method: '${method}',`]),
    body === undefined
      ? `  headers: { ${authorization} },`
      : `  headers: {\n    ${authorization},\n    'Content-Type': 'application/json',\n  },`,
    ...(body === undefined ? [] : [`  body: JSON.stringify(${oneLine(body)}),`]),
  ];
  return [
    `const response = await fetch('${url}', {`,
    ...options,
    '});',
    'const answer = await response.json();',
    "if (!response.ok) throw new Error(answer.code + ': ' + answer.message);",
    'console.log(answer);',
  ].join('\n');
}

function python({ method, url, body }: Call): string {
  const headers =
    body === undefined
      ? ['    headers={"Authorization": f"Bearer {os.environ[\'PETSTORE_KEY\']}"},']
      : [
          `    data=json.dumps(${oneLine(body)}).encode(),`,
          '    headers={',
          '        "Authorization": f"Bearer {os.environ[\'PETSTORE_KEY\']}",',
          '        "Content-Type": "application/json",',
          '    },',
        ];
  return [
    'import json, os, urllib.request',
    '',
    'request = urllib.request.Request(',
    `    "${url}",`,
    ...(method === 'GET' ? [] : [`    method="${method}",`]),
    ...headers,
    ')',
    'with urllib.request.urlopen(request) as response:',
    '    print(json.load(response))',
  ].join('\n');
}

/** `{ "name": "Rex" }`, which is a JavaScript and a Python literal too, for the plain values of these bodies. */
function oneLine(json: string): string {
  return json.replace(/\s*\n\s*/g, ' ');
}
