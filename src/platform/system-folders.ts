/** Folders of the operating system, where our files would be run, read as configuration, or lost. */
import { existsSync, realpathSync } from 'node:fs'
import { dirname, resolve } from 'node:path'

const system = ['bin', 'boot', 'dev', 'etc', 'lib', 'lib32', 'lib64', 'proc', 'run', 'sbin', 'sys', 'usr'].map(
  (name) => `/${name}`,
)
const within = ['/var/run', '/var/spool', '/var/cache', '/var/log']
/** Memory and mounted disks, which belong to users. */
const open = ['/dev/shm', '/run/media']

const isIn = (path: string, folder: string): boolean => path === folder || path.startsWith(`${folder}/`)
const isSystem = (path: string): boolean =>
  path === '/' || ([...system, ...within].some((one) => isIn(path, one)) && !open.some((one) => isIn(path, one)))

/** Also through symbolic links of what exists on the way. */
export function isSystemFolder(path: string): boolean {
  const wanted = resolve(path)
  return isSystem(wanted) || isSystem(realOf(wanted))
}

function realOf(path: string): string {
  if (existsSync(path)) return realpathSync(path)
  const above = dirname(path)
  return above === path ? path : `${realOf(above).replace(/\/$/, '')}/${path.slice(above.length).replace(/^\//, '')}`
}
