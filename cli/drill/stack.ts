// Drill: a stack is destroyed; its protected tables remain, and one deployment brings everything back.
import { shown } from '@petstore/custom-domains/output';
import { loadLocalPlan } from '../local/local-stack.ts';
import { createAnimals, snapshot } from './snapshot.ts';
import { ROOT, Stage } from './stage.ts';
import { assertSame, DrillError, type Steps } from './steps.ts';

const TABLES = ['api-store-pets', 'api-store-keys', 'api-store-idempotency', 'api-store-orders'];

export async function stackDrill({ step }: Steps): Promise<void> {
  const plan = loadLocalPlan(ROOT);
  const settings = { ...plan.settings, protect: true };
  const stage = await step(shown`embedded cloud`, () => Stage.open({ ...plan, settings }));
  try {
    await step(shown`stack deployed, its tables protected as in production`, () => stage.up());
    const ids = await createAnimals(stage, ['Milo', 'Rex']);
    const before = await snapshot(stage, ids);
    const { tables } = stage;
    const refused = await step(shown`accident: everything that is not protected is destroyed`, () =>
      stage.destroy(),
    );
    assertSame('what was not destroyed', [...refused].sort(), [...TABLES].sort());
    const left = stage.resources.filter(({ id }) => id !== undefined).map(({ name }) => name);
    assertSame('what remains', left.sort(), [...TABLES].sort());
    await step(shown`nothing responds`, async () => {
      const answer = await stage.get('/pets').catch(() => undefined);
      if (answer?.status === 200) throw new DrillError('the API still responds');
    });
    const changes = await step(shown`pulumi up`, () => stage.up());
    const again = changes.find((change) => !change.startsWith('create '));
    if (again !== undefined) throw new DrillError(`the tables were to stay, and the engine did ${again}`);
    assertSame('the tables', stage.tables, tables);
    await step(shown`answers compared: the animals, the key and the hosts are the same`, async () =>
      assertSame('after the deployment', await snapshot(stage, ids), before),
    );
  } finally {
    await stage.close();
  }
}
