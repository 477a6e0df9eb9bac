// The script of the pages where no browser is: its behaviour on a document of a few elements, which browser.test.ts has whole.
import { readFileSync } from 'node:fs';
import { compileFunction } from 'node:vm';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';

const FILE = new URL('../../../../cli/domains/open/assets/page.js', import.meta.url);

type Listener = (event: object) => unknown;
/** What a page of the server has, as the script sees it. */
interface Served {
  readonly version?: string;
  readonly hosts?: Readonly<Record<string, string>>;
  /** The heading of the preview. */
  readonly outcome?: string;
  readonly isError?: boolean;
}

class Target {
  readonly listeners = new Map<string, Listener>();
  addEventListener(type: string, listener: Listener): void {
    this.listeners.set(type, listener);
  }
  send(type: string, event: object = {}): unknown {
    return this.listeners.get(type)?.(event);
  }
}

class Stream extends Target {
  isClosed = false;
  readonly url: string;
  constructor(url: string) {
    super();
    this.url = url;
    streams.push(this);
  }
  close(): void {
    this.isClosed = true;
  }
}

class Button {
  hidden = true;
  textContent = 'Copy';
  readonly previousElementSibling = { textContent: 'shop.example.  600  IN  A  192.0.2.1' };
  closest(selector: string): Button | null {
    return selector === 'button[data-copy]' ? this : null;
  }
}

class Form extends Target {
  readonly dataset = { preview: '/add/check' };
  readonly elements = { host: { value: '' } };
}

interface Sent {
  readonly url: string;
  readonly options?: {
    readonly method: string;
    readonly body: URLSearchParams;
    readonly signal: AbortSignal;
  };
  respond(served: Served, status?: number): Promise<unknown>;
  fail(error: Error): Promise<unknown>;
}

let streams: Stream[];
let sent: Sent[];
let buttons: Button[];
let form: Form;
let shown: Served;
let copied: string[];
const news = { textContent: '' };
const connection = { textContent: '' };
const location = { href: 'http://domains.localhost/', assign: vi.fn() };

const settled = () => vi.advanceTimersByTimeAsync(0);

function fetched(url: string, options: Sent['options']): Promise<object> {
  const { promise, resolve, reject } = Promise.withResolvers<object>();
  options?.signal.addEventListener('abort', () => reject(options.signal.reason));
  const respond = (served: Served, status = 200) => {
    resolve({ status, ok: status < 400, text: async () => JSON.stringify(served) });
    return settled();
  };
  const fail = (error: Error) => {
    reject(error);
    return settled();
  };
  sent.push({ url, options, respond, fail });
  return promise;
}

/** The elements of a page by the selectors of the script. */
const elementsOf = (page: () => Served) => ({
  querySelector: (selector: string) => {
    const { version, outcome, isError } = page();
    if (isError) return null;
    if (selector === 'main') return { dataset: { version }, page };
    if (selector === '#preview') return { page };
    if (selector === '#preview h2') return outcome === undefined ? null : { textContent: outcome };
    return selector === '#news' ? news : connection;
  },
});

const document = Object.assign(
  new Target(),
  elementsOf(() => shown),
  {
    hidden: false,
    querySelectorAll: (selector: string): readonly object[] => {
      if (selector === '[data-host]')
        return Object.entries(shown.hosts ?? {}).map(([host, state]) => ({ dataset: { host, state } }));
      if (selector === 'form[data-preview]') return [form];
      return buttons.filter(({ hidden }) => hidden);
    },
  },
);

/** Runs the script on the page `first`. */
function start(first: Served): void {
  shown = first;
  const globals = {
    ...{ document, location, fetch: fetched, EventSource: Stream, Element: Button },
    DOMParser: class {
      parseFromString(text: string, type: string) {
        expect(type).toBe('text/html');
        return elementsOf(() => JSON.parse(text));
      }
    },
    Idiomorph: {
      morph: (_old: object, next: { page(): Served }, options: object) => {
        expect(options).toEqual({ ignoreActiveValue: true });
        shown = { ...shown, ...next.page() };
        buttons.push(new Button());
      },
    },
    FormData: class {
      *[Symbol.iterator]() {
        yield ['host', form.elements.host.value];
      }
    },
    navigator: { clipboard: { writeText: async (text: string) => void copied.push(text) } },
    ...{ setTimeout, clearTimeout },
  };
  compileFunction(readFileSync(FILE, 'utf8'), Object.keys(globals))(...Object.values(globals));
}

beforeEach(() => {
  vi.useFakeTimers();
  [streams, sent, buttons, copied] = [[], [], [new Button()], []];
  form = new Form();
  document.listeners.clear();
  document.hidden = false;
  location.assign.mockClear();
  for (const element of [news, connection]) element.textContent = '';
});
afterEach(() => {
  vi.useRealTimers();
});

const told = (version: string) => streams.at(-1)?.send('version', { data: version });

describe('a page that follows', () => {
  test('takes what is new in place, and says which hosts are in another state', async () => {
    start({ version: 'a', hosts: { 'a.example': 'reading', 'b.example': 'live', 'c.example': 'reading' } });
    expect(streams.map(({ url }) => url)).toEqual(['/events']);
    told('a');
    expect(sent).toEqual([]);
    told('b');
    expect(sent.map(({ url }) => url)).toEqual([location.href]);
    const hosts = { 'a.example': 'live', 'b.example': 'live', 'c.example': 'blocked', 'd.example': 'live' };
    await sent[0]?.respond({ version: 'b', hosts });
    expect(shown).toEqual({ version: 'b', hosts });
    expect(news.textContent).toBe('a.example is live, c.example is blocked');
    expect(buttons.map(({ hidden }) => hidden)).toEqual([false, false]);
    expect(sent.length).toBe(1);
  });

  test('says nothing where no host is in another state', async () => {
    start({ version: 'a', hosts: { 'a.example': 'live' } });
    told('b');
    news.textContent = 'Copied';
    await sent[0]?.respond({ version: 'b' });
    expect(news.textContent).toBe('Copied');
  });

  test('loads once at a time, and again where it is told of a change meanwhile', async () => {
    start({ version: 'a' });
    told('b');
    told('c');
    expect(sent.length).toBe(1);
    await sent[0]?.respond({ version: 'b' });
    expect(sent.length).toBe(2);
    await sent[1]?.respond({ version: 'c' });
    expect(sent.length).toBe(2);
  });

  test('gives a version that it does not reach up after three times, until the next one', async () => {
    start({ version: 'a' });
    told('x');
    for (let times = 0; times < 5; times++) await sent[times]?.respond({ version: 'b' });
    expect(sent.length).toBe(3);
    told('c');
    expect(sent.length).toBe(4);
  });

  test('stays as it is where what comes is no page, and where the command has ended', async () => {
    start({ version: 'a' });
    told('b');
    await sent[0]?.fail(new TypeError('fetch failed'));
    expect([shown, sent.length]).toEqual([{ version: 'a' }, 1]);
    told('b');
    await sent[1]?.respond({ isError: true });
    expect(shown).toEqual({ version: 'a' });
    await sent[2]?.respond({ version: 'b' });
    expect(shown).toEqual({ version: 'b' });
  });

  test('leads to all hosts where its host is no longer there', async () => {
    start({ version: 'a' });
    const refreshed = told('b') as Promise<void>;
    const refused = expect(refreshed).rejects.toThrow('status 404');
    await sent[0]?.respond({}, 404);
    await refused;
    expect(location.assign.mock.calls).toEqual([['/']]);
  });

  test('an answer that is no page for another reason does not lead away', async () => {
    start({ version: 'a' });
    const refused = expect(told('b')).rejects.toThrow('status 500');
    await sent[0]?.respond({ version: 'b' }, 500);
    await refused;
    expect([shown, location.assign.mock.calls]).toEqual([{ version: 'a' }, []]);
  });

  test('says whether it is connected', () => {
    start({ version: 'a' });
    streams[0]?.send('open');
    expect(connection.textContent).toBe('This page follows live DNS and the deployment.');
    streams[0]?.send('error');
    expect(connection.textContent).toBe(
      'Not connected: the command has ended or was started again. Open the address that it prints.',
    );
  });

  test('has no stream while it is hidden', () => {
    start({ version: 'a' });
    document.hidden = true;
    document.send('visibilitychange');
    expect(streams.map(({ isClosed }) => isClosed)).toEqual([true]);
    document.hidden = false;
    document.send('visibilitychange');
    expect(streams.map(({ isClosed }) => isClosed)).toEqual([true, false]);
  });
});

test('a page without a version follows nothing', () => {
  start({});
  expect(streams).toEqual([]);
});

describe('the preview of an addition', () => {
  const type = (host: string) => {
    form.elements.host.value = host;
    form.send('input');
  };

  test('is asked for once a person pauses, with the form as it is then', async () => {
    start({});
    expect(sent).toEqual([]);
    type('a');
    await vi.advanceTimersByTimeAsync(299);
    type('a.example');
    await vi.advanceTimersByTimeAsync(299);
    expect(sent).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    expect(sent.map(({ url, options }) => [url, options?.method, String(options?.body)])).toEqual([
      ['/add/check', 'POST', 'host=a.example'],
    ]);
    await sent[0]?.respond({ outcome: 'Ready: nothing conflicts' });
    expect(news.textContent).toBe('Ready: nothing conflicts');
    type('');
    await vi.advanceTimersByTimeAsync(300);
    await sent[1]?.respond({ isError: true });
    expect(news.textContent).toBe('Ready: nothing conflicts');
    type('b');
    await vi.advanceTimersByTimeAsync(300);
    delete (shown as { outcome?: string }).outcome;
    await sent[2]?.respond({});
    expect(news.textContent).toBe('');
  });

  test('is of the last letter: the request for the one before ends, which is no fault', async () => {
    const faults: unknown[] = [];
    const note = (fault: unknown) => void faults.push(fault);
    process.on('unhandledRejection', note);
    onTestFinished(() => void process.off('unhandledRejection', note));
    start({});
    for (const host of ['a.example', 'ab.example']) {
      type(host);
      await vi.advanceTimersByTimeAsync(300);
    }
    expect(sent.map(({ options }) => options?.signal.aborted)).toEqual([true, false]);
    await sent[1]?.fail(new TypeError('fetch failed'));
    expect([news.textContent, faults]).toEqual(['', []]);
  });

  test('is asked for at once where the form has a name already', () => {
    form.elements.host.value = 'a.example';
    start({});
    expect(sent.map(({ options }) => String(options?.body))).toEqual(['host=a.example']);
  });
});

test('a button copies the text before it, says so, and is itself again after two seconds', async () => {
  start({});
  const [button] = buttons;
  expect(button?.hidden).toBe(false);
  await document.send('click', { target: { closest: () => button } });
  await document.send('click', { target: Object.assign(new Button(), { closest: () => null }) });
  expect([copied, news.textContent]).toEqual([[], '']);
  await document.send('click', { target: button });
  expect(copied).toEqual(['shop.example.  600  IN  A  192.0.2.1']);
  expect([news.textContent, button?.textContent]).toEqual(['Copied', 'Copied']);
  await vi.advanceTimersByTimeAsync(1_999);
  expect(button?.textContent).toBe('Copied');
  await vi.advanceTimersByTimeAsync(1);
  expect(button?.textContent).toBe('Copy');
});
