/** Where jobs of the server run in a fleet. */
import { expect, test } from 'bun:test'
import { serverJobsOf } from '../../../src/jobs'
import { modules } from '../../../src/modules'

/** Once for the installation, where control.db is written: what each writes there or does only once. */
const ofTheInstallation: Readonly<Record<string, string>> = {
  'access.forget-former-sessions': 'deletes rows',
  'billing.changed': 'makes invoices',
  'billing.invoices': 'makes invoices, and sends mails about them',
  'billing.pending': 'asks providers, and stores payments',
  'email.operatorAnswers': 'reads the installation’s mailbox, and stores how far',
  'installation.fleet-updates': 'asks one machine after the other, and notes how it went',
  'installation.updates': 'looks for new versions, and begins planned updates',
  'machines.look-after': 'notes machines, and begins planned moves',
  'meta.deletions': 'carries deletions out at all companies',
  'monitor.back-up': 'makes the scheduled backup',
  'password-reset.delete-expired': 'deletes rows',
}
/** In every process: what of it each looks after. */
const ofEachNode: Readonly<Record<string, string>> = {
  'access.check-sockets': 'its sockets',
  'access.follow-commands': 'its sockets, and caches of control.db',
  'access.take-former-sessions': 'its companies',
  'announcements.times': 'its sockets',
  'installation.certificate': 'its listeners; certificates are got where control.db is written',
  'monitor.back-up-node': 'its companies',
  'monitor.sample': 'its load',
  'movingIn.uploads': 'its disk',
  'operator.clear-deleted-companies': 'its disk',
  'server.look-for-disk-space': 'its disk',
  'server.look-for-lost-files': 'its databases',
  'server.run-companies': 'its companies',
}

test('each job of the server runs once for the installation, or in every process', () => {
  const jobs = serverJobsOf(modules)
  const namesOf = (runsAt: string) => jobs.filter((job) => job.runsAt === runsAt).map(({ name }) => name)
  expect(namesOf('installation').toSorted()).toEqual(Object.keys(ofTheInstallation).toSorted())
  expect(namesOf('node').toSorted()).toEqual(Object.keys(ofEachNode).toSorted())
})
