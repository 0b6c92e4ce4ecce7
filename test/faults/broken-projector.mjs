// The negative control: a projector that commits its checkpoint before its rows. The campaign must notice.
import { ReadModel } from '../../services/dist/engine/projecting/read-model.js';

const { apply } = ReadModel.prototype;
const at = (bound, partition) => (typeof bound === 'number' ? bound : bound.get(partition));

ReadModel.prototype.apply = async function (batch) {
  if (this.options.build) return apply.call(this, batch);
  const checkpoints = await this.checkpoints();
  const events = batch.events.filter((e) => this.projection.subscription.has(e.type) && e.position > checkpoints.get(e.partition));
  const applied = await apply.call(this, { ...batch, events: [] });
  if (applied.outcome !== 'applied' || !events.length) return applied;
  const client = await this.db.pool.connect();
  try {
    await client.query('begin');
    await this.refold(
      client,
      events.filter((e) => e.position <= at(batch.upTo, e.partition)),
    );
    await client.query('commit');
    return applied;
  } finally {
    client.release(true);
  }
};
await import('../../services/dist/main/projector.js');
