/** How much of a conversation a locked screen shows. */
import { execute, getRows, getValue } from '../../platform/sql'
import { type Db, rememberedIn } from '../../platform/sqlite'
import type { Queue } from '../../queues/tables'
import type { LockScreen, PushCompany } from './contract'

type Choices = { readonly usual: LockScreen; readonly queues: ReadonlyMap<number, LockScreen> }

/** Read for every notification. */
export const lockScreensIn = rememberedIn(
  (db): Choices => ({
    usual: getValue<LockScreen>(db, 'SELECT lock_screen FROM push_company') ?? 'text',
    queues: new Map(
      getRows<{ queueId: number; lockScreen: LockScreen }>(
        db,
        'SELECT queue_id AS queueId, lock_screen AS lockScreen FROM push_queues',
      ).map(({ queueId, lockScreen }) => [queueId, lockScreen]),
    ),
  }),
  ['push_company', 'push_queues'],
)

/** The text of a restricted queue is never shown, whatever was chosen before it was restricted. */
export function lockScreenOf(
  { usual, queues }: Choices,
  queue: Pick<Queue, 'id' | 'isRestricted'> | undefined,
): LockScreen {
  const chosen = queue && queues.get(queue.id)
  if (queue?.isRestricted) return chosen === 'name' ? 'name' : 'queue'
  return chosen ?? usual
}

export const listLockScreens = (db: Db): PushCompany => {
  const { usual, queues } = lockScreensIn(db)
  return { usual, queues: [...queues].map(([queueId, lockScreen]) => ({ queueId, lockScreen })) }
}

export function saveLockScreens(db: Db, { usual, queues }: PushCompany): void {
  execute(
    db,
    'INSERT INTO push_company (id, lock_screen) VALUES (1, ?) ON CONFLICT DO UPDATE SET lock_screen = excluded.lock_screen',
    usual,
  )
  execute(db, 'DELETE FROM push_queues')
  execute(
    db,
    `INSERT OR REPLACE INTO push_queues (queue_id, lock_screen)
     SELECT value ->> '$.queueId', value ->> '$.lockScreen' FROM json_each(?)`,
    JSON.stringify(queues),
  )
}
