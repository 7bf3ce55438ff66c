/** How much of the processor a process gets when others want it, too. */
import { getPriority, setPriority } from 'node:os'

/** Never raises it: only root may, and whoever started this process had a reason. */
export function lowerPriority(pid: number, niceness: number): void {
  if (getPriority(pid) < niceness) setPriority(pid, niceness)
}
