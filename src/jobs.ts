/** The scheduled jobs, over all companies. */
import { forgetOldSessions } from './access/sessions'
import { indexNames } from './contacts/words'
import type { House } from './house/house'
import { defineJob, type Job } from './platform/jobs'
import { storedFiles } from './stored-files'
import { closeIdleTickets } from './tickets/idle'
import { forgetWaiting } from './tickets/messages/acts/waiting'
import { removeUnneeded } from './tickets/messages/media/unneeded'
import { forgetReceipts } from './tickets/messages/receipts/group-receipts'

/** Files can only be fetched through live sessions. */
const wakeMedia = defineJob<House>({
  name: 'messages.fetch-media',
  every: '*/15 * * * * *',
  run: (house) => house.eachOpenCompany((cx) => house.fetcher.wakeDue(cx)),
})

/** Notices companies suspended or resumed by command, folders a command asks for, an installation that was activated. */
const runCompanies = defineJob<House>({
  name: 'house.run-companies',
  every: '* * * * * *',
  run: (house) => house.wakeUp(),
})

/** Clears the notice of a full disk once there is room again. */
const lookForDiskSpace = defineJob<House>({
  name: 'house.look-for-disk-space',
  every: '*/5 * * * * *',
  run(house) {
    if (house.diskSpace.isFull()) house.diskSpace.look()
  },
})

/** Otherwise a server writes for hours into a database that nobody can find any more. */
const lookForLostFiles = defineJob<House>({
  name: 'house.look-for-lost-files',
  every: '*/5 * * * * *',
  run: (house) => house.lookForLostFiles(),
})

/**
 * A message a day old would surprise the contact, and its sender should learn that it was not sent. If the company's file is
 * closed, this happens within a minute after somebody opens it.
 */
const expireOutbox = defineJob<House>({
  name: 'outbox.expire',
  every: '30 * * * * *',
  run: (house) => house.eachOpenCompany((cx) => house.outbox.expire(cx)),
})

const closeIdle = defineJob<House>({
  name: 'tickets.close-idle',
  every: '45 * * * * *',
  run: (house) => house.eachOpenCompany((cx) => closeIdleTickets(cx, (id) => house.sessions.canSend(cx, id))),
})

/** A session ended by command, a company suspended, a person deactivated: open sockets follow within a second. */
const followCommands = defineJob<House>({
  name: 'access.follow-commands',
  every: '* * * * * *',
  run: (house) => house.followCommands(),
})

/** What ends by the clock, such as a session or a company's subscription. */
const checkSockets = defineJob<House>({
  name: 'access.check-sockets',
  every: '*/5 * * * * *',
  run: (house) => house.recheckSockets(() => true),
})

const forgetTicks = defineJob<House>({
  name: 'messages.forget-receipts',
  every: '0 40 3 * * *',
  run: (house) => house.eachCompany((cx) => forgetReceipts(cx)),
})

const removeFiles = defineJob<House>({
  name: 'messages.remove-files',
  every: '10,25,40,55 * * * * *',
  run: (house) => house.eachOpenCompany((cx) => removeUnneeded(cx, house.folderOf(cx.tenant.uuid), storedFiles)),
})

const forgetWaitingActs = defineJob<House>({
  name: 'messages.forget-waiting',
  every: '0 25 * * * *',
  run: (house) => house.eachOpenCompany((cx) => forgetWaiting(cx)),
})

const forgetSessions = defineJob<House>({
  name: 'access.forget-sessions',
  every: '0 17 * * * *',
  run: (house) => forgetOldSessions(house.databases.control, house.clock()),
})

/** Builds the word index of contact names after an upgrade; nothing to do once it is complete. */
const indexContactNames = defineJob<House>({
  name: 'contacts.index-names',
  every: '*/2 * * * * *',
  async run(house) {
    if (!house.diskSpace.isFull()) await house.eachOpenCompany(indexNames)
  },
})

export const jobs: readonly Job<House>[] = [
  wakeMedia,
  runCompanies,
  followCommands,
  checkSockets,
  lookForDiskSpace,
  lookForLostFiles,
  expireOutbox,
  closeIdle,
  indexContactNames,
  forgetTicks,
  removeFiles,
  forgetWaitingActs,
  forgetSessions,
]
