import type { FleetStatus } from '../../../src/fleet/placement/status'
import type { Finding } from '../../../src/fleet/setup/doctor'
import { type Common, dataDirOf, installationCommand, outputOf } from '../../command'
import { exit } from '../../exit'
import { print } from '../../terminal'
import { localNode, NodeIsSilent } from './local'

export const signs = { ok: 'ok     ', note: 'note   ', fixed: 'fixed  ', problem: 'PROBLEM' } as const

export const doctorCommand = () =>
  installationCommand(
    'doctor',
    'Check servers, nodes, companies, certificates and clocks; exits with 4 if something is wrong',
  ).action(async (options: Common) => {
    const findings = await examineOwnFleet(dataDirOf(options))
    const isHealthy = findings.every(({ level }) => level !== 'problem')
    await print(
      outputOf(options),
      { healthy: isHealthy, findings },
      findings.flatMap(({ level, about, words, remedy }) => [
        `${signs[level]}  ${about}: ${words}`,
        ...(remedy ? [`         → ${remedy}`] : []),
      ]),
    )
    if (!isHealthy) process.exitCode = exit.problems
  })

async function examineOwnFleet(dataDir: string): Promise<Finding[]> {
  const { examineFleet } = await import('../../../src/fleet/setup/doctor')
  const { ownFleet } = await import('./own')
  const fleet = await ownFleet(dataDir)
  const status = await localNode(dataDir)
    .ask<FleetStatus>('/status')
    .catch((error: unknown) => {
      if (error instanceof NodeIsSilent) return null
      throw error
    })
  return examineFleet({ ...fleet, status, now: Date.now })
}
