const { benchSequential } = await import("./sequential.js");
console.log(await benchSequential());
