const { benchSequential } = await import("./sequential.js");
const { benchPlan } = await import("./plan.js");
console.log(await benchSequential(), await benchPlan());
