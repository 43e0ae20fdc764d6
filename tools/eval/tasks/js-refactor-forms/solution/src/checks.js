export function problemsOfName(name) {
  if (typeof name !== 'string' || name.trim() === '') return ['name is missing']
  return name.trim().length > 40 ? ['name is longer than 40 characters'] : []
}

export function problemsOfMail(mail) {
  if (typeof mail !== 'string' || mail.trim() === '') return ['mail is missing']
  return mail.includes('@') ? [] : ['mail has no @']
}
