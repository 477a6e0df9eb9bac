// A valid value for each setting whose form is not a scalar, and for each name: what a fix of the wrong form shows.

const NAMES = ['api.petstore.example', 'petstore.example'] as const;
const HOST = 'shop.petstore.example';
const REDIRECT = `{ from: ${HOST}, to: "https://petstore.example", status: 301 }`;

function site(key: string, primary: string): Readonly<Record<string, string>> {
  return {
    [key]: `{ primary: ${primary} }`,
    [`${key}.primary`]: primary,
    [`${key}.domains`]: `[${HOST}]`,
    [`${key}.domains[]`]: HOST,
    [`${key}.redirects`]: `[${REDIRECT}]`,
    [`${key}.redirects[]`]: REDIRECT,
    [`${key}.redirects[].from`]: HOST,
    [`${key}.redirects[].to`]: '"https://petstore.example"',
  };
}

function hosts(key: string): Readonly<Record<string, string>> {
  return { [key]: `[${HOST}]`, [`${key}[]`]: HOST };
}

/** In YAML's flow form, by path; `[]` is any item of a list, and any key of the zones. */
export const EXAMPLES: Readonly<Record<string, string>> = {
  'aws:allowedAccountIds': '["123456789012"]',
  'petstore:zones': '{ petstore.example: { provider: route53 } }',
  'petstore:zones[]': '{ provider: route53 }',
  ...site('petstore:api', NAMES[0]),
  ...site('petstore:docs', NAMES[1]),
  ...hosts('petstore:verified'),
  ...hosts('petstore:removals'),
  'petstore:adopt': `[{ host: ${HOST}, mapping: a1b2c3 }]`,
  'petstore:moving': `[${HOST}]`,
  'petstore:function': '{ memoryMb: 512, timeoutSeconds: 10 }',
  'petstore:release': '{ canaryPercent: 10, minutes: 10 }',
  'petstore:throttling': '{ ratePerSecond: 100, burst: 50 }',
  'petstore:alarms': '{ email: ops@petstore.example }',
  'petstore:backup': '{ region: eu-central-1, days: 35 }',
};

export function exampleAt(path: readonly PropertyKey[]): string | undefined {
  const [key = '', ...inner] = path.map(String);
  const isZones = key === 'petstore:zones';
  const steps = inner.map((step) => (isZones || /^\d+$/.test(step) ? '[]' : `.${step}`));
  return EXAMPLES[[key, ...steps].join('')];
}
