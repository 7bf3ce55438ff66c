import { FilesInUse, type Owner } from '../../fleet/owner'
import { pause } from './pause'

const IN_USE_PAUSE_MS = 20

/** Hands a company over. Something may still read its files for a moment. */
export async function handOver(owner: Owner, signal: AbortSignal): Promise<void> {
  for (;;) {
    try {
      return await owner.handOver()
    } catch (error) {
      if (signal.aborted || !(error instanceof FilesInUse)) throw error
      await pause(IN_USE_PAUSE_MS, signal)
    }
  }
}
