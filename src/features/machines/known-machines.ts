/** The machines that are or were in the fleet, in control.db: the fleet itself forgets those that no longer answer. */
import type { FleetStatus } from '../../fleet/placement/status'
import { execute, getRows } from '../../platform/sql'
import type { ControlDb, WritableControl } from '../../platform/sqlite'

export type KnownMachine = {
  readonly name: string
  readonly address: string
  readonly version: string
  /** Null while it runs. */
  readonly endedAt: number | null
  readonly isStopped: boolean
}

export const listKnownMachines = (control: ControlDb): KnownMachine[] =>
  getRows<Omit<KnownMachine, 'isStopped'> & { isStopped: number }>(
    control,
    'SELECT name, address, version, ended_at AS endedAt, is_stopped AS isStopped FROM machines ORDER BY name',
  ).map((row) => ({ ...row, isStopped: row.isStopped === 1 }))

/**
 * Stores what has changed since the last look. A machine that has left in order is forgotten, and one that was forgotten stays
 * so until it runs again. Returns whether something was stored.
 */
export function noteMachines(control: WritableControl, { nodes }: FleetStatus, now: number): boolean {
  const known = new Map(listKnownMachines(control).map((machine) => [machine.name, machine]))
  let hasChanged = false
  const store = (machine: KnownMachine) => {
    hasChanged = true
    execute(
      control,
      `INSERT INTO machines (name, address, version, ended_at, is_stopped) VALUES (@name, @address, @version, @endedAt, @isStopped)
       ON CONFLICT (name) DO UPDATE SET address = @address, version = @version, ended_at = @endedAt, is_stopped = @isStopped`,
      { ...machine, isStopped: Number(machine.isStopped) },
    )
  }
  for (const { name, address, version, isRunning, isStopped, drain } of nodes) {
    const before = known.get(name)
    known.delete(name)
    if (isStopped && drain?.kind === 'leave') {
      if (before) hasChanged = forgetMachine(control, name)
    } else if (isRunning) {
      if (before?.address !== address || before.version !== version || before.endedAt !== null)
        store({ name, address, version, endedAt: null, isStopped: false })
    } else if (before?.endedAt === null) store({ name, address, version, endedAt: now, isStopped })
  }
  for (const machine of known.values()) if (machine.endedAt === null) store({ ...machine, endedAt: now })
  return hasChanged
}

/** Returns whether it was known. */
export const forgetMachine = (control: WritableControl, name: string): boolean =>
  execute(control, 'DELETE FROM machines WHERE name = ?', name).changes > 0
