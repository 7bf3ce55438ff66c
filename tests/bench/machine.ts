/** On what a run was made: figures of another machine cannot be held against it. */
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

/** How long the disk takes to promise a page: every durable commit waits for it. */
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

/** Of the sources beside the bench; the executable must have been built from them. */
export function commit(): string {
  const { stdout } = Bun.spawnSync(['git', 'rev-parse', '--short', 'HEAD'], { cwd: import.meta.dir, stderr: 'ignore' })
  return stdout.toString().trim()
}
