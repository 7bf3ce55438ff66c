/** Clocks of nodes that a test may set while they run. Timers go on as usual. */
import { existsSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { shiftedBy } from '../../support/clock'

export type Clock = ReturnType<typeof openClock>

/** Debian's libfaketime, which `./install.sh test --long` installs. */
export const canSetClocks = (): boolean =>
  ['x86_64', 'aarch64'].some((machine) => existsSync(`/usr/lib/${machine}-linux-gnu/faketime/libfaketime.so.1`))

export function openClock(folder: string, node: string) {
  const path = join(folder, `${node}.clock`)
  /** Whole at any moment: a node may read it now. */
  const set = (seconds: number) => {
    writeFileSync(`${path}.new`, `${seconds < 0 ? '' : '+'}${seconds}\n`)
    renameSync(`${path}.new`, path)
  }
  set(0)
  const { FAKETIME: _, ...usual } = shiftedBy(0)
  return {
    /** Of the node's process: it reads the file again each second. */
    env: { ...usual, FAKETIME_TIMESTAMP_FILE: path, FAKETIME_CACHE_DURATION: '1' },
    set,
  }
}
