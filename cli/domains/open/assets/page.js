// The script of the pages: they follow what changes, show a change while it is typed, and copy records. Without it the pages
// work too, and load themselves again. idiomorph changes a page in place.

const TYPING_PAUSE_MS = 300;
const FOLLOWING_PAUSE_MS = 1000;

const main = () => document.querySelector('main');
/** Of what was typed: it changes with it. */
const preview = () => document.querySelector('#preview');

async function load(url, options) {
  const response = await fetch(url, options);
  // The host of this page was removed.
  if (response.status === 404) location.assign('/');
  // 422 is a page too: what a stack's file has wrong, until it is put right.
  if (!response.ok && response.status !== 422) throw new Error(`status ${response.status}`);
  return new DOMParser().parseFromString(await response.text(), 'text/html');
}

/** What a person has typed, chosen or opened stays; the element with the focus is kept by its id. */
function morph(old, next) {
  const callbacks = { beforeAttributeUpdated: (name) => name !== 'open' };
  Idiomorph.morph(old, next, { ignoreActiveValue: true, callbacks });
  offerCopies();
}

/** To a screen reader. */
function say(text) {
  document.querySelector('#news').textContent = text;
}

const states = () =>
  new Map([...document.querySelectorAll('[data-host]')].map(({ dataset }) => [dataset.host, dataset.state]));

/** For a screen reader: hosts whose state is another one than before. */
function announce(before) {
  const changed = [...states()].filter(([host, state]) => before.has(host) && before.get(host) !== state);
  if (changed.length > 0) say(changed.map(([host, state]) => `${host} is ${state}`).join(', '));
}

let shown;

async function refresh() {
  const next = (await load(location.href)).querySelector('main');
  if (next === null || next.outerHTML === shown) return;
  shown = next.outerHTML;
  const before = states();
  morph(main(), next);
  announce(before);
}

/** What a page shows is loaded again and again while it is seen: what is read is read for that. */
async function follow() {
  const connection = document.querySelector('#connection');
  const lost = document.querySelector('#lost');
  let seenAt = new Date();
  for (;;) {
    try {
      if (!document.hidden) await refresh();
      seenAt = new Date();
      connection.textContent = 'This page follows live DNS and the deployment.';
      lost.hidden = true;
    } catch {
      const time = seenAt.toISOString().slice(11, 19);
      const text = `Not connected: the command has ended or was started again. Open the address that it prints. The states below are those of ${time} UTC.`;
      connection.textContent = 'This page is not connected.';
      // The same text again would be read out again.
      if (lost.hidden) lost.textContent = text;
      lost.hidden = false;
    }
    await new Promise((resolve) => setTimeout(resolve, FOLLOWING_PAUSE_MS));
  }
}

function previewWhileTyping(form) {
  let timer;
  let request;
  const show = async () => {
    request?.abort();
    request = new AbortController();
    const url = `${form.action}?${new URLSearchParams(new FormData(form))}`;
    try {
      const next = (await load(url, { signal: request.signal })).querySelector('#preview');
      if (next === null) return;
      morph(preview(), next);
      preview().inert = false;
      // The outcome alone: the whole preview would be read out at each letter.
      say(preview().querySelector('h2')?.textContent ?? '');
    } catch (error) {
      // Another letter was typed, or the server is not there, which the next press of a button shows.
      if (error.name !== 'AbortError' && !(error instanceof TypeError)) throw error;
    }
  };
  form.addEventListener('input', () => {
    // The preview is of what was typed before, and its button would write that.
    preview().inert = true;
    clearTimeout(timer);
    timer = setTimeout(show, TYPING_PAUSE_MS);
  });
  const { host } = form.elements;
  // Typed before this script was there.
  if (host.value !== host.defaultValue) form.dispatchEvent(new Event('input'));
}

function offerCopies() {
  for (const button of document.querySelectorAll('button[data-copy][hidden]')) button.hidden = false;
}

document.addEventListener('click', async ({ target }) => {
  const button = target instanceof Element ? target.closest('button[data-copy]') : null;
  if (button === null) return;
  await navigator.clipboard.writeText(button.previousElementSibling.textContent);
  say('Copied');
  button.textContent = 'Copied';
  setTimeout(() => {
    button.textContent = 'Copy';
  }, 2000);
});

offerCopies();
if (main().dataset.live !== undefined) void follow();
for (const form of document.querySelectorAll('form[data-preview]')) previewWhileTyping(form);
