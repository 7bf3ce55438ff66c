import { tmpdir } from 'node:os'

/** Parent of test folders. */
export const shelf = () => (process.platform === 'linux' ? '/dev/shm' : tmpdir())
