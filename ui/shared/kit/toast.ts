/**
 * Short notices at the lower edge of the screen, one at a time: `toast.success(t('…'))`, `toast.failure(error)`. Callable from anywhere.
 */
import { Toast } from '@base-ui/react/toast'
import { errorText, referenceOf } from '../errorText'
import { text } from '../i18n/language'
import { beforeSignOut } from '../session/access'
import { offerUndo, UNDO_FOR } from './undo'

export type ToastTone = 'success' | 'info' | 'warning' | 'error'
export type ToastData = {
  readonly isUndo?: true
  /** Of a reason, in milliseconds: it is not lost behind a newer toast. */
  readonly stays?: number
}
export const toasts = Toast.createToastManager<ToastData>()

type Notice = Parameters<typeof toasts.add>[0]
/** Toasts raised before the toaster mounted; undefined from then on. */
let early: Map<string, Notice> | undefined = new Map()

function add(notice: Notice): string {
  if (!early) return toasts.add(notice)
  const id = `early-${early.size}`
  early.set(id, { ...notice, id })
  return id
}

/** The toaster has mounted. */
export function beginToasts(): void {
  const waiting = early?.values() ?? []
  early = undefined
  for (const notice of waiting) toasts.add(notice)
}

/** 3 s, errors 2 s as specified but never less than their reading time; paused while hovered or focused. */
const readingTime = (words: string, least: number) => Math.max(least, 1000 + words.length * 60)

function show(type: ToastTone, title: string, least: number, description?: string) {
  const timeout = readingTime(title, least)
  return add({
    type,
    title,
    ...(description ? { description } : {}),
    timeout,
    priority: type === 'error' ? 'high' : 'low',
    ...(type === 'error' || type === 'warning' ? { data: { stays: timeout } } : {}),
  })
}

export const toast = {
  success: (words: string) => show('success', words, 3000),
  info: (words: string) => show('info', words, 3000),
  warning: (words: string, least = 3000) => show('warning', words, least),
  error: (words: string) => show('error', words, 2000),
  /** Offers to undo an action, also by the key Z, until the returned function is called. */
  offer(words: string, take: () => void): () => void {
    const actionProps = { children: text()('common.undo'), onClick: take, 'aria-keyshortcuts': 'Z' }
    const data: ToastData = { isUndo: true }
    const id = add({
      type: 'success',
      title: words,
      timeout: 0,
      priority: 'low',
      actionProps,
      data,
      onClose: () => end(),
    })
    const withdraw = offerUndo(take)
    const end = () => {
      withdraw()
      early?.delete(id)
    }
    return () => {
      end()
      toasts.close(id)
    }
  },
  /** The same for an action already done: the offer expires by itself. Returns a function that withdraws it. */
  undo(words: string, undo: () => void): () => void {
    const end = toast.offer(words, () => {
      finish()
      undo()
    })
    const timer = setTimeout(end, UNDO_FOR)
    const finish = () => {
      clearTimeout(timer)
      end()
    }
    return finish
  },
  /**
   * The same for an action that the screen shows before the server has answered. The offer is there at once, so that
   * Z never undoes an earlier action instead: taken early, it waits for the answer. It is withdrawn if the action fails;
   * the caller reports that.
   */
  undoOf(action: Promise<unknown>, words: string, undo: () => void): void {
    const withdraw = toast.undo(words, () => void action.then(undo, () => undefined))
    action.catch(withdraw)
  },
  /**
   * Runs the action when it was not undone: after the offer expires, or when the page is left or the user signs out.
   */
  late(words: string, { undo, send }: { undo(): void; send(): unknown }): void {
    const leave = () => finish(send)
    const end = toast.offer(words, () => finish(undo))
    const timer = setTimeout(leave, UNDO_FOR)
    const finish = (then: () => unknown) => {
      clearTimeout(timer)
      removeEventListener('pagehide', leave)
      withdraw()
      end()
      return then()
    }
    const withdraw = beforeSignOut(async () => leave())
    addEventListener('pagehide', leave)
  },
  /** Shows any thrown value, translated. */
  failure: (failure: unknown) => showFailure(failure),
  /** Says what failed before the reason. */
  failed: (words: string, failure: unknown) => showFailure(failure, words),
}

function showFailure(failure: unknown, words = ''): string {
  const reference = referenceOf(failure)
  const t = text()
  return show(
    'error',
    `${words} ${errorText(t, failure)}`.trim(),
    2000,
    reference ? `${t('common.error.reference')} ${reference}` : undefined,
  )
}
