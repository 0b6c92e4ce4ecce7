/** What is about to apply, and what it would have meant. In spans: a question is a paragraph. */
export function ChangesToApply({ changes, effect }: { changes: readonly string[]; effect: string }) {
  const sentences = changes.length ? changes : ['No changes'];
  return (
    <>
      {sentences.map((change) => (
        <span key={change}>
          {change}
          <br />
        </span>
      ))}
      {`In the last 12 months, ${effect}. From now on these terms apply.`}
    </>
  );
}
