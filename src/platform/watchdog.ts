/**
 * Notifies systemd that the event loop is alive (`WatchdogSec`). Without a notification in time, systemd restarts the
 * service.
 */
import { loadLibc } from './libc'

const [AF_UNIX, SOCK_DGRAM, SOCK_CLOEXEC] = [1, 2, 0o2000000]
/** Notifications per watchdog interval. */
const TIMES = 3

/**
 * Does nothing unless systemd asks for it. `failed` is called if a notification cannot be sent. Returns a function that
 * stops it.
 */
export function feedWatchdog(env: Readonly<Record<string, string | undefined>>, failed: () => void): () => void {
  const { NOTIFY_SOCKET: address, WATCHDOG_USEC: microseconds, WATCHDOG_PID: pid } = env
  const wait = Number(microseconds) / 1000
  if (!address || !(wait > 0) || (pid && Number(pid) !== process.pid)) return () => {}
  const ping = () => {
    if (!notify(address, 'WATCHDOG=1')) failed()
  }
  ping()
  const timer = setInterval(ping, wait / TIMES)
  timer.unref()
  return () => clearInterval(timer)
}

/** Sends a datagram in the protocol of sd_notify(3). Returns false if it was not sent. */
function notify(address: string, text: string): boolean {
  const libc = loadLibc()
  if (!libc) return false
  const to = Buffer.concat([familyOf(AF_UNIX), Buffer.from(address.replace(/^@/, '\0'))]) // @ marks an abstract socket
  const message = Buffer.from(text)
  const socket = libc.socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0)
  if (socket < 0) return false
  try {
    return Number(libc.sendto(socket, message, message.length, 0, to, to.length)) === message.length
  } finally {
    libc.close(socket)
  }
}

/** A 16-bit number in native byte order. */
const familyOf = (family: number): Buffer => Buffer.from(Uint16Array.of(family).buffer)
