// The script of the pages: they follow what changes, show a change while it is typed, and copy records. Without it the pages
// work too, and load themselves again. Our own 100 lines over the browser's EventSource, with idiomorph to change the page in
// place: htmx would do it with twice the bytes, and keeps a stream open in a page that is hidden (a browser opens six at most).

const TYPING_PAUSE_MS = 300;

const main = () => document.querySelector('main');

async function load(url, options) {
  const response = await fetch(url, options);
  // The host of this page was removed.
  if (response.status === 404) location.assign('/');
  if (!response.ok) throw new Error(`status ${response.status}`);
  return new DOMParser().parseFromString(await response.text(), 'text/html');
}

/** What a person has typed, chosen or opened stays; the element with the focus is kept by its id. */
function morph(old, next) {
  Idiomorph.morph(old, next, { ignoreActiveValue: true });
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

async function refresh() {
  const next = (await load(location.href)).querySelector('main');
  if (next === null) return;
  const before = states();
  morph(main(), next);
  announce(before);
}

/** One refresh at a time; a change during one is followed by another. */
function refresher() {
  let wanted = '';
  let isRunning = false;
  return async (version) => {
    wanted = version;
    if (isRunning) return;
    isRunning = true;
    try {
      // Bounded: a version that the page cannot reach, as after an edit, comes with the next event.
      for (let tries = 0; tries < 3 && main().dataset.version !== wanted; tries++) await refresh();
    } catch (error) {
      // A command that has ended is not a fault: the stream shows it.
      if (!(error instanceof TypeError)) throw error;
    } finally {
      isRunning = false;
    }
  };
}

/** The browser connects again by itself after a break; a page that is not seen needs no stream. */
function follow() {
  const follow = refresher();
  const connection = document.querySelector('#connection');
  let stream;
  const connect = () => {
    stream?.close();
    if (document.hidden) return;
    stream = new EventSource('/events');
    stream.addEventListener('version', ({ data }) => follow(data));
    stream.addEventListener('open', () => {
      connection.textContent = 'This page follows live DNS and the deployment.';
    });
    stream.addEventListener('error', () => {
      connection.textContent =
        'Not connected: the command has ended or was started again. Open the address that it prints.';
    });
  };
  document.addEventListener('visibilitychange', connect);
  connect();
}

function previewWhileTyping(form) {
  let timer;
  let request;
  const show = async () => {
    request?.abort();
    request = new AbortController();
    const options = { method: 'POST', body: new URLSearchParams(new FormData(form)), signal: request.signal };
    try {
      const next = (await load(form.dataset.preview, options)).querySelector('#preview');
      if (next === null) return;
      morph(document.querySelector('#preview'), next);
      // The outcome alone: the whole preview would be read out at each letter.
      say(document.querySelector('#preview h2')?.textContent ?? '');
    } catch (error) {
      // Another letter was typed, or the server is not there, which the next press of a button shows.
      if (error.name !== 'AbortError' && !(error instanceof TypeError)) throw error;
    }
  };
  form.addEventListener('input', () => {
    clearTimeout(timer);
    timer = setTimeout(show, TYPING_PAUSE_MS);
  });
  if (form.elements.host.value !== '') void show();
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
if (main().dataset.version !== undefined) follow();
for (const form of document.querySelectorAll('form[data-preview]')) previewWhileTyping(form);
