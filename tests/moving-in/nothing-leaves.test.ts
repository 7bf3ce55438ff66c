/** Nothing is sent because a company moved in, whatever its rows ask for. */
import { expect, test } from 'bun:test'
import { jobsOf } from '../../src/jobs'
import { modules } from '../../src/modules'
import { families } from '../../src/moving-in/source'
import { isServerJob } from '../../src/platform/jobs'
import { getOnlyValue, getRows } from '../../src/platform/sql'
import { MINUTE } from '../../src/platform/time'
import { startMailbox } from '../../src/simulator/mail/mailbox'
import { runJob } from '../support/jobs'
import { bakeryOf, now, openSample } from './families/support'
import { moveIn } from './support'

/** Those that write to people, or prepare it; the others look after the machine. */
const jobs = jobsOf(modules)
  .filter((job) => !isServerJob(job) || /^(billing|announcements|password-reset)\./.test(job.name))
  .map(({ name }) => name)

test.each([...families])('%s', async (family) => {
  const mail = await startMailbox()
  const source = await openSample(family)
  const company = bakeryOf(source)
  const moved = await moveIn(source, { company, world: { mail, startsAt: now } })
  const { server, telephones, clock } = moved.world
  // As if every number were linked again at once: what is queued would leave.
  moved.db.$client.exec("UPDATE connections SET status = 'CONNECTED' WHERE deleted_at IS NULL")
  const first = getOnlyValue<number | null>(moved.db, "SELECT min(send_at) FROM schedules WHERE status = 'pending'")
  expect(first ?? Number.POSITIVE_INFINITY).toBeGreaterThan(now)
  for (const pass of [0, MINUTE, 10 * MINUTE]) {
    clock.forward(pass)
    for (const name of jobs) await runJob(server, name)
  }
  expect(telephones.sent).toEqual([])
  expect(getRows(moved.db, 'SELECT * FROM outbox')).toEqual([])
  expect(getRows(moved.db, "SELECT name FROM campaigns WHERE status IN ('PROGRAMADA', 'EM_ANDAMENTO')")).toEqual([])
  expect(mail.mails()).toEqual([])
  expect(getRows(moved.db, 'SELECT * FROM webhook_deliveries')).toEqual([])
  source.close()
  await mail.stop()
})
