import type { Cx } from '../../platform/cx'
import { defineJob } from '../../platform/jobs'
import { statement } from '../../platform/sqlite'
import type { Server } from '../../server/server'
import { reportChanged } from './figures'
import { expireAsked, fillSome, isFilling, startDue } from './running'
import { sendSome } from './sending'

/** Most of what leaves follows on what has left; this begins it, and goes on when a wait is over. */
const isAnyAlive = ({ db }: Cx): boolean =>
  statement(db.$client, "SELECT 1 FROM campaigns WHERE status IN ('PROGRAMADA', 'EM_ANDAMENTO') LIMIT 1").get() !==
  undefined

const run = defineJob<Server>({
  name: 'campaigns.run',
  every: '* * * * * *',
  // Restored and not yet activated: the installation it was copied from may send them.
  run: async (server) =>
    void (
      server.isPassive() ||
      (await server.eachOpenCompany((cx) => {
        reportChanged(cx)
        if (!isAnyAlive(cx)) return
        startDue(cx)
        expireAsked(cx)
        sendSome(cx)
      }))
    ),
})

/** Makes their deliveries, some at a time. */
const fill = defineJob<Server>({
  name: 'campaigns.fill',
  every: '* * * * * *',
  async run(server, isStopped = () => false) {
    if (server.isPassive() || server.diskSpace.isFull()) return
    const due: string[] = []
    await server.eachOpenCompany((cx) => void (isFilling(cx) && due.push(cx.tenant.uuid)))
    await Promise.all(
      due.map(async (uuid) => {
        do await new Promise(setImmediate)
        while (!isStopped() && fillSome(server.cxOf(uuid)))
      }),
    )
  },
})

export const campaignJobs = [run, fill]
