// What went wrong with a stack's site in an update, by the engine's events: what a host of its own causes is left out.
import { parseUrn } from '@petstore/custom-domains/names';

/** As far as it is read: pulumi's sdk/go/common/apitype/events.go. */
interface Event {
  readonly summaryEvent?: { readonly isPreview: boolean };
  readonly resOpFailedEvent?: { readonly metadata: { readonly urn: string } };
  readonly diagnosticEvent?: { readonly urn?: string; readonly message: string; readonly severity: string };
}

const ofHost = (urn: string): boolean =>
  parseUrn(urn).qualifiedType.startsWith('petstore:domains:CustomHost');

/**
 * A sentence for each; empty: all of the site is as declared. With `--continue-on-error` the engine goes on after a
 * failure, and a summary says that it came to its end; a program that awaits what failed reports that once more,
 * without a URN, by the name of the resource.
 */
export function siteProblems(log: string): string[] {
  const events = log.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line) as Event]));
  if (!events.some(({ summaryEvent }) => summaryEvent?.isPreview === false))
    return ['the update did not come to its end'];
  const failed = events.flatMap(({ resOpFailedEvent }) => resOpFailedEvent?.metadata.urn ?? []);
  const hosts = failed.filter(ofHost).map((urn) => parseUrn(urn));
  const isTheirs = (message: string) =>
    hosts.some(({ name, type }) => message.includes(`resource ${name} [${type}] failed to register`));
  const errors = events.flatMap(({ diagnosticEvent: one }) =>
    one?.severity === 'error' && !(one.urn ? ofHost(one.urn) : isTheirs(one.message)) ? [one.message] : [],
  );
  return [
    ...failed.filter((urn) => !ofHost(urn)).map((urn) => `${parseUrn(urn).name} failed`),
    ...errors.map((message) => (message.trim().split('\n')[0] ?? '').slice(0, 300)),
  ];
}
