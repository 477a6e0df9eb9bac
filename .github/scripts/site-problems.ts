// The problems of a stack's site in an update, from the engine's events. Problems of custom hosts are left out.
import { failedResource } from '@petstore/custom-domains/many-hosts';
import { isOfHost, parseUrn } from '@petstore/custom-domains/names';

/** The fields that are read here: pulumi's sdk/go/common/apitype/events.go. */
interface Event {
  readonly summaryEvent?: { readonly isPreview: boolean };
  readonly resOpFailedEvent?: { readonly metadata: { readonly urn: string } };
  readonly diagnosticEvent?: { readonly urn?: string; readonly message: string; readonly severity: string };
}

/** Empty where the whole site is as declared. A program that awaits a failed resource reports it again, without a URN, by its name. */
export function siteProblems(log: string): string[] {
  const events = log.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line) as Event]));
  if (!events.some(({ summaryEvent }) => summaryEvent?.isPreview === false))
    return ['the update did not reach its end'];
  const failed = events.flatMap(({ resOpFailedEvent }) => resOpFailedEvent?.metadata.urn ?? []);
  const hosts = failed.filter(isOfHost).map((urn) => parseUrn(urn));
  const isTheirs = (message: string) =>
    hosts.some(
      ({ name, type }) =>
        message.includes(`resource ${name} [${type}] failed to register`) ||
        message.includes(failedResource(name)),
    );
  const errors = events.flatMap(({ diagnosticEvent: one }) =>
    one?.severity === 'error' && !(one.urn ? isOfHost(one.urn) : isTheirs(one.message)) ? [one.message] : [],
  );
  return [
    ...failed.filter((urn) => !isOfHost(urn)).map((urn) => `${parseUrn(urn).name} failed`),
    ...errors.map((message) => (message.trim().split('\n')[0] ?? '').slice(0, 300)),
  ];
}
