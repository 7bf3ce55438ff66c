/** What this browser can do about notifications and installing, and its subscription at its push service. */

/**
 * `insecure`: neither https nor this machine. `home`: an iPhone, outside of the home screen. `none`: a browser without
 * notifications.
 */
export type PushAbility = 'granted' | 'denied' | 'unasked' | 'home' | 'insecure' | 'none'

type Surroundings = {
  readonly isSecure: boolean
  readonly isIphone: boolean
  readonly isApp: boolean
  readonly hasPush: boolean
  readonly permission: NotificationPermission | undefined
}

export function abilityOf({ isSecure, isIphone, isApp, hasPush, permission }: Surroundings): PushAbility {
  if (!isSecure) return 'insecure'
  if (isIphone && !isApp) return 'home'
  if (!hasPush || permission === undefined) return 'none'
  return permission === 'default' ? 'unasked' : permission
}

/** An iPad says that it is a Mac, but with touch. */
export const isIphone = (): boolean =>
  /iPhone|iPad|iPod/.test(navigator.userAgent) ||
  (/Macintosh/.test(navigator.userAgent) && navigator.maxTouchPoints > 1)

/** Whether the screens run as an installed app. */
export const isApp = (): boolean =>
  matchMedia('(display-mode: standalone)').matches || Reflect.get(navigator, 'standalone') === true

export const readAbility = (): PushAbility =>
  abilityOf({
    isSecure: isSecureContext,
    isIphone: isIphone(),
    isApp: isApp(),
    hasPush: 'serviceWorker' in navigator && 'PushManager' in window,
    permission: typeof Notification === 'undefined' ? undefined : Notification.permission,
  })

/** Undefined where browsers allow no service worker. */
export const startWorker = (): Promise<ServiceWorkerRegistration | undefined> => startScript('/sw.js', '/')

/** Other apps share files with installed ones only. Its scope is the address that takes them, where no page is. */
export const startShareWorker = async (): Promise<void> => {
  if (isApp()) await startScript('/share-worker.js', '/share/take')
}

const startScript = async (script: string, scope: string): Promise<ServiceWorkerRegistration | undefined> =>
  'serviceWorker' in navigator && isSecureContext
    ? navigator.serviceWorker.register(script, { scope }).catch(() => undefined)
    : undefined

const bytesOf = (base64url: string) =>
  Uint8Array.from(atob(base64url.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0))

const hasKey = ({ options }: PushSubscription, publicKey: string): boolean =>
  options.applicationServerKey !== null &&
  new Uint8Array(options.applicationServerKey).join() === bytesOf(publicKey).join()

/**
 * The subscription of this browser with the installation's key. `isAnew`: another person used it before, whose subscription must
 * not live on in another company.
 */
export async function subscribe(publicKey: string, isAnew: boolean): Promise<PushSubscription> {
  const registration = (await startWorker()) ?? (await navigator.serviceWorker.ready)
  await navigator.serviceWorker.ready
  const known = await registration.pushManager.getSubscription()
  if (known && !isAnew && hasKey(known, publicKey)) return known
  await known?.unsubscribe()
  return registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: bytesOf(publicKey) })
}

export async function unsubscribe(): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration('/')
  await (await registration?.pushManager?.getSubscription())?.unsubscribe()
}

/** Chromium's event `beforeinstallprompt`, kept by `boot.js` until there is a good moment. */
type InstallOffer = Event & { prompt(): Promise<{ readonly outcome: 'accepted' | 'dismissed' }> }

export const findInstallOffer = (): InstallOffer | undefined =>
  Reflect.get(window, 'installOffer') as InstallOffer | undefined

/** It can be used once. */
export async function install(): Promise<boolean> {
  const offer = findInstallOffer()
  Reflect.set(window, 'installOffer', undefined)
  return (await offer?.prompt())?.outcome === 'accepted'
}

/** On the app's icon; nothing where the system has none. */
export function showBadge(count: number): void {
  if (!navigator.setAppBadge) return
  void (count > 0 ? navigator.setAppBadge(count) : navigator.clearAppBadge()).catch(() => undefined)
}
