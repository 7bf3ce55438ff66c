/** The languages that we speak. */
export const languages = ['pt-BR', 'en', 'es', 'tr'] as const
export type Language = (typeof languages)[number]
