/** An object type without members that are `undefined`: these are optional instead. */
type Defined<T> = { [Key in keyof T as undefined extends T[Key] ? never : Key]: T[Key] } & {
  [Key in keyof T as undefined extends T[Key] ? Key : never]?: Exclude<T[Key], undefined>;
};

/** The members of an object literal that have a value, in their order. Much cheaper than a conditional spread for each. */
export function defined<const T extends object>(members: T): Defined<T> {
  const kept: Partial<T> = {};
  for (const key in members) if (members[key] !== undefined) kept[key] = members[key];
  return kept as unknown as Defined<T>;
}
