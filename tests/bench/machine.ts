/** The machine of a run. Results of different machines are not comparable. */
import { closeSync, fdatasyncSync, openSync, writeSync } from 'node:fs'
import { cpus, totalmem } from 'node:os'
import { join } from 'node:path'
import { temporaryFolder } from './server'
import { spread } from './statistics'

export const machine = () => ({
  cpu: cpus()[0]?.model ?? '',
  cores: cpus().length,
  ram: `${Math.round(totalmem() / 2 ** 30)} GB`,
  fsyncP50us: Math.round(flushMs() * 1000),
})

/** Duration of one flush to disk, in milliseconds: every durable commit waits for it. */
function flushMs(): number {
  const folder = temporaryFolder()
  const file = openSync(join(folder.path, 'page'), 'w')
  const page = Buffer.alloc(4096, 1)
  const took = Array.from({ length: 200 }, () => {
    const start = performance.now()
    writeSync(file, page)
    fdatasyncSync(file)
    return performance.now() - start
  })
  closeSync(file)
  folder.remove()
  return spread(took).p50
}

/** Commit of these sources, from which the executable must have been built. */
export function commit(): string {
  const { stdout } = Bun.spawnSync(['git', 'rev-parse', '--short', 'HEAD'], { cwd: import.meta.dir, stderr: 'ignore' })
  return stdout.toString().trim()
}
