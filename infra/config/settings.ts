// A stack's settings: every default filled in, every host name normalised.
import { KEYS, type StackKind, stackKind } from './keys.ts';
import type { StackConfig } from './schema.ts';
import type { SITE_NAMES } from './site.ts';

export type { BackupSetting } from './service-schema.ts';

type Keys = typeof KEYS;
type SettingOf<Key> = Key extends { readonly build?: (written: never, preset: infer Setting) => unknown }
  ? Setting
  : never;
type Name<Key> = Key extends `${string}:${infer Word}` ? Word : never;
type Members = { readonly [Key in keyof Keys as Name<Key>]: SettingOf<Keys[Key]> };

/** The settings in `Pulumi.<stack>.yaml`: a member for each of its keys (keys.ts). */
export type Settings = { readonly stack: string } & Members;

export type SiteName = (typeof SITE_NAMES)[number];
export type HostRole = 'primary' | 'domain' | 'redirect';

interface AnyKey {
  readonly preset?: (kind: StackKind) => unknown;
  readonly build?: (written: unknown, preset: unknown) => unknown;
}
const ALL = Object.entries(KEYS) as [keyof StackConfig, AnyKey][];

export function buildSettings(stack: string, config: StackConfig): Settings {
  const members = ALL.map(([name, { preset, build }]) => {
    const [written, byDefault] = [config[name], preset?.(stackKind(stack))];
    const setting = build === undefined ? (written ?? byDefault) : build(written, byDefault);
    return [name.split(':')[1], setting];
  });
  return { stack, ...Object.fromEntries(members) } as Settings;
}
