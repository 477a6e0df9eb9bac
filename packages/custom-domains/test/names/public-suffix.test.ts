// The Public Suffix List's own vectors (publicsuffix/list, tests/tests.txt, public domain): the name that a registrar sells. One of each kind.
import { describe, expect, test } from 'vitest';
import { isRegistrable, normaliseHost } from '../../src/names/host.ts';

/** `name registrable-name`; `null`: the name is a suffix, or not a name at all. */
const VECTORS = `
COM null
WwW.example.COM example.com
.com null
.example.com null
example null
example.example example.example
a.b.example.example example.example
b.domain.biz domain.biz
uk.com null
example.uk.com example.uk.com
a.b.example.uk.com example.uk.com
test.ac test.ac
mm null
c.mm null
b.c.mm b.c.mm
a.b.c.mm b.c.mm
www.test.jp test.jp
ac.jp null
www.test.ac.jp test.ac.jp
kyoto.jp null
ide.kyoto.jp null
a.b.ide.kyoto.jp b.ide.kyoto.jp
c.kobe.jp null
a.b.c.kobe.jp b.c.kobe.jp
city.kobe.jp city.kobe.jp
ck null
test.ck null
b.test.ck b.test.ck
www.ck www.ck
www.www.ck www.ck
k12.ak.us null
www.test.k12.ak.us test.k12.ak.us
食狮.com.cn 食狮.com.cn
www.食狮.公司.cn 食狮.公司.cn
公司.cn null
www.食狮.中国 食狮.中国
中国 null
xn--55qx5d.cn null
www.xn--85x722f.xn--55qx5d.cn xn--85x722f.xn--55qx5d.cn
www.xn--85x722f.xn--fiqs8s xn--85x722f.xn--fiqs8s
`;

/** In the list's private part: its owner has uk.com as an ordinary domain, and can serve it. Only registries count here. */
const PRIVATE: Readonly<Record<string, string>> = {
  'uk.com': 'uk.com',
  'example.uk.com': 'uk.com',
  'a.b.example.uk.com': 'uk.com',
};

/** The nearest name at or above it that is registrable. */
function registrableOf(text: string): string {
  const result = normaliseHost(text);
  if (!result.ok) return 'null';
  const labels = result.host.split('.');
  const above = labels.map((_, index) => labels.slice(index).join('.'));
  return above.find(isRegistrable) ?? 'null';
}

function normal(text: string): string {
  const result = normaliseHost(text);
  return result.ok ? result.host : text;
}

const table = VECTORS.trim()
  .split('\n')
  .map((line) => line.split(' ') as [string, string]);

describe('tests.txt', () => {
  test.each(table)('%s: %s', (name, registrable) => {
    expect(registrableOf(name)).toBe(PRIVATE[name] ?? normal(registrable));
  });
});
