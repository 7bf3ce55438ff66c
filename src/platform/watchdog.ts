/** Tells systemd that the main loop still turns (`WatchdogSec`): where it does not hear so in time, it starts the service anew. */
import { loadLibc } from './libc'

const [AF_UNIX, SOCK_DGRAM, SOCK_CLOEXEC] = [1, 2, 0o2000000]
/** So often within the time that systemd waits. */
const TIMES = 3

/** Without a systemd that wants to hear it, nothing happens. `failed`: it could not be told. Returns how to stop. */
export function feedWatchdog(env: Readonly<Record<string, string | undefined>>, failed: () => void): () => void {
  const { NOTIFY_SOCKET: address, WATCHDOG_USEC: microseconds, WATCHDOG_PID: pid } = env
  const wait = Number(microseconds) / 1000
  if (!address || !(wait > 0) || (pid && Number(pid) !== process.pid)) return () => {}
  const tell = () => {
    if (!notify(address, 'WATCHDOG=1')) failed()
  }
  tell()
  const timer = setInterval(tell, wait / TIMES)
  timer.unref()
  return () => clearInterval(timer)
}

/** One datagram in systemd's protocol, sd_notify(3). False: it was not sent. */
function notify(address: string, text: string): boolean {
  const libc = loadLibc()
  if (!libc) return false
  const to = Buffer.concat([familyOf(AF_UNIX), Buffer.from(address.replace(/^@/, '\0'))]) // @: an address that is no file
  const message = Buffer.from(text)
  const socket = libc.socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0)
  if (socket < 0) return false
  try {
    return Number(libc.sendto(socket, message, message.length, 0, to, to.length)) === message.length
  } finally {
    libc.close(socket)
  }
}

/** As the machine stores a number of 16 bits. */
const familyOf = (family: number): Buffer => Buffer.from(Uint16Array.of(family).buffer)
