import { Suspense } from 'react'
import { lazyPart } from '../lazyPart'
import { whenQuiet } from '../quiet'

const ToasterBox = lazyPart(async () => {
  // Toasts raised earlier wait: a welcome must not delay the first paint.
  await whenQuiet()
  return (await import('./ToasterBox')).ToasterBox
})

/** Where toasts appear; once per page. F6 focuses them. */
export const Toaster = () => (
  <Suspense>
    <ToasterBox />
  </Suspense>
)
