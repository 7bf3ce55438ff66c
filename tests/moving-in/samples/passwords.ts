/** Passwords and what bcryptjs makes of them at cost 8. It cuts after 72 bytes. */
export const hashes = {
  '123456': '$2a$08$Vg0piugcb9lrs42UcEkyPurdFxG0q.jNE0rwI5lIgHOWQmmC0xVVW',
  'Senha-de-Ana!': '$2a$08$nIWdN/usIefuJ/6xjdRgK.wawece4zLLeD1a7Y2viWfgdv7jwhGwO',
  'segredo de bruno': '$2a$08$t74xm.82IKFLvdDt.Upl8e975gYkXEDf5KXAZKxXP37cnzfLHzQwK',
  aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa:
    '$2a$08$Xw3j7//kttJQoyRo1/ZewOhpO7Cql8g2JgjzW.jL7a8wySTyXcFvC',
} as const
