// A registration with its options, from the request that Pulumi's SDK sends.
import { parseUrn } from '@petstore/custom-domains/names';
import * as pulumi from '@pulumi/pulumi';
import type resources from '@pulumi/pulumi/proto/resource_pb.js';
import structs from 'google-protobuf/google/protobuf/struct_pb.js';
import type { Registration } from './backend.ts';
import type { Hooks } from './hooks.ts';

export function registrationOf(request: resources.RegisterResourceRequest, hooks: Hooks): Registration {
  const type = request.getType();
  const name = request.getName();
  const parent = request.getParent();
  const timeouts = request.getCustomtimeouts();
  const urn = urnOf(parent, type, name);
  const before = request.getHooks()?.getBeforeCreateList() ?? [];
  const beforeUpdate = request.getHooks()?.getBeforeUpdateList() ?? [];
  const afterError = request.getHooks()?.getOnErrorList() ?? [];
  const subject = { urn, type, name };
  return {
    urn,
    type,
    name,
    custom: request.getCustom(),
    parent,
    inputs: pulumi.runtime.deserializeProperties(request.getObject() ?? new structs.Struct()),
    dependencies: request.getDependenciesList(),
    provider: request.getProvider(),
    protect: request.getProtect() ?? false,
    retainOnDelete: request.getRetainondelete() ?? false,
    importId: request.getImportid() || undefined,
    timeouts: {
      create: timeouts?.getCreate() ?? '',
      update: timeouts?.getUpdate() ?? '',
      delete: timeouts?.getDelete() ?? '',
    },
    replacementTrigger: request.getReplacementTrigger()?.toJavaScript() ?? undefined,
    beforeCreate: () => hooks.run(before, subject),
    beforeUpdate: (update) => hooks.run(beforeUpdate, subject, update),
    onError: (failure) => hooks.runErrorHooks(afterError, subject, failure),
  };
}

/** The real engine's URN: it holds the parents' types, but not the stack's own. */
function urnOf(parent: string, type: string, name: string): string {
  const parentType = parseUrn(parent).qualifiedType;
  const qualified = parentType === '' || parentType === STACK_TYPE ? type : `${parentType}$${type}`;
  return `urn:pulumi:${pulumi.getStack()}::${pulumi.getProject()}::${qualified}::${name}`;
}

const STACK_TYPE = 'pulumi:pulumi:Stack';
