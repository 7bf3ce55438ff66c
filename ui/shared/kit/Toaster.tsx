import { Suspense } from 'react'
import { lazyPart } from '../lazyPart'
import { whenQuiet } from '../quiet'
import { firstToast } from './toast'

const ToasterBox = lazyPart(async () => {
  await Promise.race([whenQuiet(), firstToast])
  return (await import('./ToasterBox')).ToasterBox
})

/** Where toasts appear; once per page. F6 reaches them. */
export const Toaster = () => (
  <Suspense>
    <ToasterBox />
  </Suspense>
)
