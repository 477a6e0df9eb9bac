// The script of the pages: the console sends real requests, and samples can be copied. Text is inserted as text, never as HTML.

const TIME_LIMIT_MS = 30_000;

/** One key for every console of the page, in memory only. */
function shareKey() {
  const fields = [...document.querySelectorAll('input.key')];
  for (const field of fields) {
    field.addEventListener('input', () => {
      for (const other of fields) other.value = field.value;
    });
  }
}

/** The request that a form describes. Empty optional fields are left out. */
function requestOf(form) {
  let path = form.dataset.url;
  const query = new URLSearchParams();
  const headers = {};
  for (const field of form.querySelectorAll('[data-in]')) {
    if (field.dataset.in === 'path') path = path.replace(`{${field.name}}`, encodeURIComponent(field.value));
    else if (field.value === '') continue;
    else if (field.dataset.in === 'header') headers[field.name] = field.value;
    else query.set(field.name, field.value);
  }
  const key = form.querySelector('input.key');
  if (key) headers.Authorization = `Bearer ${key.value.trim()}`;
  const body = form.querySelector('textarea.body');
  if (body) headers['Content-Type'] = form.dataset.contentType;
  const url = query.size > 0 ? `${path}?${query}` : path;
  return { url, options: { method: form.dataset.method, headers, body: body?.value } };
}

/** The same request for a shell. The key is read from the environment, and is no argument, which other users could read. */
function curlCommand({ url, options: { method, headers, body } }, curlOptions) {
  const quoted = (text) => `'${text.replaceAll("'", "'\\''")}'`;
  const authorized = headers.Authorization
    ? 'echo "Authorization: Bearer $PETSTORE_KEY" | curl -H @-'
    : 'curl';
  const lines = [
    `${authorized}${method === 'GET' ? '' : ` -X ${method}`} ${quoted(url)}`,
    ...(curlOptions === '' ? [] : [curlOptions]),
    ...Object.entries(headers)
      .filter(([name]) => name !== 'Authorization')
      .map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`),
    ...(body === undefined ? [] : [`-d ${quoted(body)}`]),
  ];
  return lines.join(' \\\n  ');
}

/** Indented JSON with every number as it was written: an int64 is not rounded. */
function indented(text) {
  try {
    const exact = (_key, value, context) =>
      typeof value === 'number' && context ? JSON.rawJSON(context.source) : value;
    return JSON.stringify(JSON.parse(text, exact), null, 2);
  } catch {
    return text;
  }
}

function element(name, className, text) {
  const created = document.createElement(name);
  created.className = className;
  created.textContent = text;
  return created;
}

function show(result, parts) {
  result.replaceChildren(...parts);
}

async function responseParts(response, startedAt) {
  const text = await response.text();
  const line = element('p', '', '');
  line.append(
    element('span', response.ok ? 'status good' : 'status bad', String(response.status)),
    ` in ${Math.round(performance.now() - startedAt)} ms`,
  );
  const shown = [
    ...['x-request-id', 'location', 'link', 'retry-after', 'deprecation', 'sunset'],
    ...['idempotency-replayed', 'x-stability'],
  ];
  const headers = shown.flatMap((name) => {
    const value = response.headers.get(name);
    return value === null ? [] : [`${name}: ${value}`];
  });
  const parts = [line];
  if (headers.length > 0) parts.push(element('pre', 'headers', headers.join('\n')));
  if (text !== '') {
    const body = element('pre', 'response-body', indented(text));
    // A long one scrolls, with the keyboard too.
    body.tabIndex = 0;
    parts.push(body);
  }
  return parts;
}

function curlParts(request, form) {
  const command = curlCommand(request, form.dataset.curlOptions);
  return [element('p', '', 'The same request with curl:'), element('pre', 'curl', command)];
}

async function send(form) {
  const result = form.querySelector('.result');
  const button = form.querySelector('button[type=submit]');
  const request = requestOf(form);
  const startedAt = performance.now();
  button.disabled = true;
  show(result, [element('p', '', 'Waiting for the response...')]);
  try {
    const { url, options } = request;
    const response = await fetch(url, { ...options, signal: AbortSignal.timeout(TIME_LIMIT_MS) });
    show(result, [...(await responseParts(response, startedAt)), ...curlParts(request, form)]);
  } catch (error) {
    const why =
      error.name === 'TimeoutError'
        ? `No response within ${TIME_LIMIT_MS / 1000} seconds`
        : 'The API could not be reached, or does not take calls from this page';
    show(result, [element('p', 'bad', `${why}: try it with curl.`), ...curlParts(request, form)]);
  } finally {
    button.disabled = false;
  }
}

function offerCopies() {
  for (const sample of document.querySelectorAll('.sample')) {
    const button = element('button', 'copy', 'Copy');
    button.type = 'button';
    button.addEventListener('click', async () => {
      await navigator.clipboard.writeText(sample.querySelector('code').textContent);
      button.textContent = 'Copied';
      setTimeout(() => {
        button.textContent = 'Copy';
      }, 2000);
    });
    sample.append(button);
  }
}

/** Opens the response that the address links to. */
function openTarget() {
  const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (target instanceof HTMLDetailsElement) target.open = true;
}

shareKey();
offerCopies();
openTarget();
addEventListener('hashchange', openTarget);
for (const form of document.querySelectorAll('form[data-method]')) {
  form.querySelector('button[type=submit]').disabled = false;
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    send(form);
  });
}
