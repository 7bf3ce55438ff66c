import { Suspense } from 'react'
import { Loading } from '../../../shared/kit/Loading'
import { lazyPart } from '../../../shared/lazyPart'
import type { RichEditorProps } from './RichEditor'

const RichEditor = lazyPart(() => import('./RichEditor').then((file) => file.RichEditor))

/** The editor, which is loaded when it is shown. */
export const RichField = (props: RichEditorProps) => (
  <Suspense
    fallback={
      <Loading className="grid gap-2 py-3">
        <span className="bone h-8" />
        <span className="bone h-24" />
      </Loading>
    }
  >
    <RichEditor {...props} />
  </Suspense>
)
