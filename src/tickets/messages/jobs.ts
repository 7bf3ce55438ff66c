import type { House } from '../../house/house'
import { defineJob } from '../../platform/jobs'
import { forgetWaiting } from './acts/waiting'
import { removeUnneeded } from './media/unneeded'
import { forgetReceipts } from './receipts/group-receipts'

/** Files can only be fetched through live sessions. */
const wakeMedia = defineJob<House>({
  name: 'messages.fetch-media',
  every: '*/15 * * * * *',
  run: (house) => house.eachOpenCompany((cx) => house.fetcher.wakeDue(cx)),
})

const forgetTicks = defineJob<House>({
  name: 'messages.forget-receipts',
  every: '0 40 3 * * *',
  run: (house) => house.eachCompany((cx) => forgetReceipts(cx)),
})

const removeFiles = defineJob<House>({
  name: 'messages.remove-files',
  every: '10,25,40,55 * * * * *',
  run: (house) => house.eachOpenCompany((cx) => removeUnneeded(cx, house.folderOf(cx.tenant.uuid), house.storedFiles)),
})

const forgetWaitingActs = defineJob<House>({
  name: 'messages.forget-waiting',
  every: '0 25 * * * *',
  run: (house) => house.eachOpenCompany((cx) => forgetWaiting(cx)),
})

export const messageJobs = [wakeMedia, forgetTicks, removeFiles, forgetWaitingActs]
