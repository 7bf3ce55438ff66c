import { defineCompanyJob } from '../platform/jobs'
import type { Services } from '../platform/module'
import { DAY, HOUR, MINUTE, SECOND } from '../platform/time'
import { countStored, UNCOUNTED } from '../tenancy/storage'
import { NEXT_DOWNLOAD } from './media/fetch'
import { forgetWaiting, NEXT_FORGOTTEN } from './messages/waiting'
import { forgetReceipts, nextForgotten } from './receipts/group-receipts'
import { indexNext, TO_INDEX } from './searching/indexing'

/** Files can be downloaded only through live sessions. */
const wakeMedia = defineCompanyJob<Services>({
  name: 'messages.fetch-media',
  every: 15 * SECOND,
  due: NEXT_DOWNLOAD,
  run: (cx, server) => server.fetcher.wakeDue(cx),
})

const forgetReceiptsJob = defineCompanyJob<Services>({
  name: 'messages.forget-receipts',
  every: HOUR,
  due: 'SELECT 0 FROM message_receipts LIMIT 1',
  dueAt: (cx, _server, at) => (at === null ? null : nextForgotten(cx)),
  run: forgetReceipts,
})

const removeFiles = defineCompanyJob<Services>({
  name: 'messages.remove-files',
  every: MINUTE,
  slowest: MINUTE,
  dueAt: (cx, server) => server.fileRounds.dueAt(cx),
  run: async (cx, server) =>
    void (await server.fileRounds.step(cx, server.folderOf(cx.tenant.uuid), server.storedFiles)),
})

const countFiles = defineCompanyJob<Services>({
  name: 'messages.count-files',
  every: MINUTE,
  due: UNCOUNTED,
  isHeld: (server) => server.diskSpace.isFull(),
  run: (cx, server) => countStored(cx, server.folderOf(cx.tenant.uuid)),
})

const forgetWaitingActions = defineCompanyJob<Services>({
  name: 'messages.forget-waiting',
  every: HOUR,
  slowest: DAY,
  due: NEXT_FORGOTTEN,
  run: forgetWaiting,
})

/** Makes messages searchable; after an upgrade, earlier ones, too. */
const indexSaid = defineCompanyJob<Services>({
  name: 'messages.index',
  every: 2 * SECOND,
  due: TO_INDEX,
  isHeld: (server) => server.diskSpace.isFull(),
  run: indexNext,
})

export const messageJobs = [wakeMedia, forgetReceiptsJob, removeFiles, countFiles, forgetWaitingActions, indexSaid]
