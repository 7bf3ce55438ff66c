/** Workspaces and bots of the Typebot that a company names in its settings. */
import * as v from 'valibot'

export const TypebotWorkspaces = v.object({
  workspaces: v.array(
    v.object({ id: v.string(), name: v.string(), icon: v.nullable(v.string()), plan: v.nullable(v.string()) }),
  ),
})
export type TypebotWorkspaces = v.InferOutput<typeof TypebotWorkspaces>

/** `isPublished`: only a published bot answers contacts. */
export const Typebots = v.object({
  typebots: v.array(
    v.object({ id: v.string(), name: v.string(), icon: v.nullable(v.string()), isPublished: v.boolean() }),
  ),
})
export type Typebots = v.InferOutput<typeof Typebots>
