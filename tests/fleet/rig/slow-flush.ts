/** Slows the flushes of a running process down, as a busy disk does: strace holds these calls back, and no others. */
import { which } from 'bun'
import { afterThisTest } from '../../survival/support/cleanups'

export const canSlow = (): boolean => which('strace') !== null

const FLUSH_US = 50_000

export async function whileSlow(pid: number, ms: number): Promise<void> {
  const words = ['-f', '-q', '-o', '/dev/null', '--seccomp-bpf', '-e', 'trace=fsync,fdatasync']
  const inject = ['-e', `inject=fsync,fdatasync:delay_exit=${FLUSH_US}`]
  const tracer = Bun.spawn(['strace', ...words, ...inject, '-p', String(pid)], {
    stdio: ['ignore', 'ignore', 'ignore'],
  })
  afterThisTest(() => tracer.kill('SIGKILL'))
  await Bun.sleep(ms)
  tracer.kill('SIGTERM')
  await tracer.exited
}
