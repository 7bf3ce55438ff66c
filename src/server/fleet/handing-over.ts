import { FilesInUse, type Owner } from '../../fleet/owner'
import { pause } from './pause'

const IN_USE_PAUSE_MS = 20

/** As `Owner.sayBye`. Something may still read the files for a moment. */
export async function sayBye(owner: Owner, signal: AbortSignal): Promise<void> {
  for (;;) {
    try {
      return await owner.sayBye()
    } catch (error) {
      if (signal.aborted || !(error instanceof FilesInUse)) throw error
      await pause(IN_USE_PAUSE_MS, signal)
    }
  }
}

/** The files are a follower's afterwards. */
export async function handOver(owner: Owner, signal: AbortSignal): Promise<void> {
  await sayBye(owner, signal)
  await owner.close()
}
